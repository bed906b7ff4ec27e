import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import {
  type Breakage,
  type BreakingFront,
  directoryFor,
  remoteOf,
  startBreakingFront,
} from '../src/breaking-front.ts';
import { test as base, expect, issueCashback, newAddress, newPhone, type Shop } from '../src/shop.ts';

const ENTRY = /^\/remotes\/mfe-backoffice\/(?:[^/]+\/)?remoteEntry\.js$/;
/** All of a remote's other files. */
const SCRIPTS = /^\/remotes\/mfe-backoffice\/(?!.*remoteEntry).*\.js$/;
const STYLES = /^\/remotes\/mfe-backoffice\/.*\.css$/;
const ANALYTICS_FILES = /^\/remotes\/mfe-analytics\//;
const CUSTOMER_ENTRY = /^\/remotes\/mfe-customer\/(?:[^/]+\/)?remoteEntry\.js$/;
const CUSTOMER_SCRIPTS = /^\/remotes\/mfe-customer\/(?!.*remoteEntry).*\.js$/;
const CUSTOMER_STYLES = /^\/remotes\/mfe-customer\/.*\.css$/;
const DIRECTORY = /^\/remotes\.json$/;

const SENTENCE = 'Esta página não pôde ser carregada.';
/** Fifteen seconds, and a busy machine. */
const UNTIL_GIVEN_UP = { timeout: 30_000 };

/** Somebody replaced a file, or changed a letter of it. */
const tampered: Breakage = (content) => `${content}\n/* alterado */`;

interface Fixtures {
  /** Opens the dashboard, which analytics shows, in a browser that knows nothing yet, through a front of its own. */
  openCounter: () => Promise<{ page: Page; front: BreakingFront }>;
  front: BreakingFront;
}

const test = base.extend<Fixtures>({
  openCounter: async ({ browser, counter }, use) => {
    const storageState = await counter.context().storageState();
    const opened: (() => Promise<void>)[] = [];
    await use(async () => {
      const front = await startBreakingFront();
      const page = await openThrough(browser, front, { storageState });
      opened.push(() => page.context().close(), front.close);
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor(UNTIL_GIVEN_UP);
      await page.evaluate(() => Object.assign(window, { opened: 'once' }));
      return { page, front };
    });
    for (const close of opened) await close();
  },
  front: async ({ locale: _ }, use) => {
    const front = await startBreakingFront();
    await use(front);
    await front.close();
  },
});

/** Another browser, for which every address without an origin is the front's. */
async function openThrough(browser: Browser, { origin }: BreakingFront, options = {}): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    baseURL: origin,
    locale: 'pt-BR',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  return await context.newPage();
}

const navigation = (page: Page) => page.getByRole('navigation');
const goTo = (page: Page, name: string) => navigation(page).getByRole('link', { name }).click();
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' }).click();
const expectAnalytics = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

/** Its screen, with its styles. */
async function expectBackOffice(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Importar' });
  await expect(button).toBeVisible();
  await expect(button).not.toHaveCSS('border-top-left-radius', '0px');
}

/** One sentence in the frame, and the frame around it as ever. */
async function expectFailure(page: Page, options?: { timeout: number }): Promise<void> {
  await expect(page.getByRole('alert').getByText(SENTENCE)).toBeVisible(options);
  await expect(navigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sair' })).toBeVisible();
}

/** What the shell holds is what it held: nothing was reloaded. */
async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { opened?: string }).opened)).toBe('once');
}

/** Fails, fails again, leaves the other remote alone, and is there as soon as it was mended. */
async function expectRecovery(page: Page, front: BreakingFront): Promise<void> {
  await goTo(page, 'Clientes');
  await expectFailure(page);
  await retry(page);
  await expectFailure(page);
  await goTo(page, 'Dashboard');
  await expectAnalytics(page);
  await goTo(page, 'Clientes');
  await expectFailure(page);
  front.mend();
  await retry(page);
  await expectBackOffice(page);
  await expectSamePage(page);
}

const FAILURES: Record<string, [string, RegExp, Breakage][]> = {
  'its entry can’t be had': [
    ['gone', ENTRY, 'missing'],
    ['a page in its place', ENTRY, 'page'],
    ['not the released one', ENTRY, tampered],
  ],
  'its files can’t be had': [
    ['scripts that a deployment replaced', SCRIPTS, 'missing'],
    ['a script that is not the released one', SCRIPTS, tampered],
    ['styles that a deployment replaced', STYLES, 'missing'],
    ['a style that is not the released one', STYLES, tampered],
  ],
  'the directory can’t be had': [
    ['gone', DIRECTORY, 'missing'],
    ['half a file', DIRECTORY, (content) => content.slice(0, 20)],
    ['another integrity', DIRECTORY, directoryFor('mfe_backoffice', 'var mfe_backoffice;')],
  ],
};

for (const [what, failures] of Object.entries(FAILURES)) {
  test(`the back office’s page says one sentence as ${what}; all else works, and a retry recovers`, async ({
    openCounter,
  }) => {
    test.slow();
    for (const [how, paths, breakage] of failures) {
      await test.step(how, async () => {
        const { page, front } = await openCounter();
        front.breakFiles(paths, breakage);
        await expectRecovery(page, front);
      });
    }
  });
}

/** A release that was tested by nobody: its integrity is right, its code is not. */
function release(front: BreakingFront, script: string): void {
  front.breakFiles(DIRECTORY, directoryFor('mfe_backoffice', script));
  front.breakFiles(ENTRY, () => script);
}

test('what a remote throws, whenever it does, ends in its own page', async ({ openCounter }) => {
  test.slow();
  const thrown = `throw new Error('quebrou')`;
  const scripts = {
    'while its entry is read': `${thrown};`,
    'while its modules are read': remoteOf('mfe_backoffice', thrown),
    'as it renders': remoteOf('mfe_backoffice', `return () => { ${thrown} }`),
    'in an effect': remoteOf(
      'mfe_backoffice',
      `return () => { React.useEffect(() => { ${thrown} }, []); return 'Olá'; }`,
    ),
  };
  for (const [when, script] of Object.entries(scripts)) {
    await test.step(when, async () => {
      const { page, front } = await openCounter();
      release(front, script);
      await expectRecovery(page, front);
    });
  }
  await test.step('at a click: nothing is lost', async () => {
    const { page, front } = await openCounter();
    const button = `React.createElement('button', { onClick: () => { ${thrown} } }, 'Quebrar')`;
    release(front, remoteOf('mfe_backoffice', `return () => ${button}`));
    await goTo(page, 'Clientes');
    await page.getByRole('button', { name: 'Quebrar' }).click();
    await expect(page.getByRole('button', { name: 'Quebrar' })).toBeVisible();
    await goTo(page, 'Dashboard');
    await expectAnalytics(page);
    await expectSamePage(page);
  });
});

test('a file that never comes is given up within seconds, and a retry gets it', async ({ openCounter }) => {
  test.slow();
  const silent = { entry: ENTRY, script: SCRIPTS, style: STYLES, directory: DIRECTORY };
  const pages: { page: Page; front: BreakingFront }[] = [];
  // All of them before the first is looked at again, for each takes its fifteen seconds.
  for (const paths of Object.values(silent)) {
    const { page, front } = await openCounter();
    front.breakFiles(paths, 'silent');
    await goTo(page, 'Clientes');
    pages.push({ page, front });
  }
  for (const { page, front } of pages) {
    await expectFailure(page, UNTIL_GIVEN_UP);
    await goTo(page, 'Dashboard');
    await expectAnalytics(page);
    front.mend();
    await goTo(page, 'Clientes');
    await expectBackOffice(page);
    await expectSamePage(page);
  }
});

test('with analytics gone the back office works, and its failure can be read and reached by everybody', async ({
  openCounter,
}) => {
  const { page, front } = await openCounter();
  front.breakFiles(ANALYTICS_FILES, 'missing');
  await page.reload();
  await expectFailure(page);
  await expectAccessible(page, 'a remote that can’t be had');
  await goTo(page, 'Clientes');
  await expectBackOffice(page);
  await goTo(page, 'Dashboard');
  await expectFailure(page);
  front.mend();
  await page.getByRole('button', { name: 'Tentar novamente' }).focus();
  await page.keyboard.press('Enter');
  await expectAnalytics(page);
});

const signupForm = (page: Page) => page.getByLabel('Nome Completo');

async function openSignup(browser: Browser, front: BreakingFront, { slug }: Shop): Promise<Page> {
  const page = await openThrough(browser, front, { viewport: { width: 390, height: 780 } });
  await page.goto(`/signup/${slug}`);
  return page;
}

test('a customer’s page without its remote says so, and a retry brings it', async ({
  browser,
  front,
  shop,
}) => {
  test.slow();
  const failures: [string, RegExp, Breakage][] = [
    ['its entry is gone', CUSTOMER_ENTRY, 'missing'],
    ['its entry is not the released one', CUSTOMER_ENTRY, tampered],
    ['a script is not the released one', CUSTOMER_SCRIPTS, tampered],
    ['a style is not the released one', CUSTOMER_STYLES, tampered],
    ['its scripts never come', CUSTOMER_SCRIPTS, 'silent'],
  ];
  for (const [how, paths, breakage] of failures) {
    await test.step(how, async () => {
      front.breakFiles(paths, breakage);
      const page = await openSignup(browser, front, shop);
      await expect(page.getByText(SENTENCE)).toBeVisible(UNTIL_GIVEN_UP);
      front.mend();
      await retry(page);
      await expect(signupForm(page)).toBeVisible(UNTIL_GIVEN_UP);
      await page.context().close();
    });
  }
});

test('a code is confirmed though the customers’ remote is gone', async ({ browser, counter, front }) => {
  front.breakFiles(CUSTOMER_ENTRY, 'missing');
  const link = new URL(await issueCashback(counter, newPhone(), '80,00'));
  const page = await openThrough(browser, front, { viewport: { width: 390, height: 780 } });
  await page.goto(link.pathname);
  await expect(page.getByText('Seu cashback foi creditado com sucesso!')).toBeVisible();
  await expect.poll(() => front.asked.some((path) => CUSTOMER_ENTRY.test(path))).toBe(true);
  await expect(page.getByText('Seu cashback foi creditado com sucesso!')).toBeVisible();
  await page.context().close();
});

test('what the pages have fetched ahead is what is used: no file travels twice', async ({
  browser,
  front,
  openCounter,
  shop,
}) => {
  const files = ({ asked }: BreakingFront) => asked.filter((path) => /\.(?:js|css)$/.test(path));
  const customer = await openSignup(browser, front, shop);
  await expect(signupForm(customer)).toBeVisible();
  await customer.waitForLoadState('networkidle');
  const staff = await openCounter();
  await staff.page.waitForLoadState('networkidle');
  for (const asked of [files(front), files(staff.front)]) {
    expect(asked.length).toBeGreaterThan(5);
    expect(asked).toEqual([...new Set(asked)]);
  }
  await customer.context().close();
});
