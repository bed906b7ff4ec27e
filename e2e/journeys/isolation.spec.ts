import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { type Breakage, type BreakingFront, directoryFor, remoteOf } from '../src/breaking-front.ts';
import { retry, tampered, test } from '../src/broken-product.ts';
import { expect } from '../src/merchant.ts';
import { insertPast } from '../src/past-days.ts';
import { AMOUNTS, chartCard, chartFilesRoute, drawing } from '../src/reports-screen.ts';

const ENTRY = /^\/remotes\/mfe-backoffice\/(?:[^/]+\/)?remoteEntry\.js$/;
/** All of a remote's other files. */
const SCRIPTS = /^\/remotes\/mfe-backoffice\/(?!.*remoteEntry).*\.js$/;
const STYLES = /^\/remotes\/mfe-backoffice\/.*\.css$/;
const ANALYTICS_FILES = /^\/remotes\/mfe-analytics\//;
const DIRECTORY = /^\/remotes\.json$/;

const MESSAGE = 'Esta página não pôde ser carregada.';
const navigation = (page: Page) => page.getByRole('navigation');
const goTo = (page: Page, name: string) => navigation(page).getByRole('link', { name }).click();
const expectAnalytics = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

/** Its screen, with its styles. */
async function expectBackOffice(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Importar' });
  await expect(button).toBeVisible();
  await expect(button).not.toHaveCSS('border-top-left-radius', '0px');
}

/** One message in the frame, and the frame around it as ever. */
async function expectFailure(page: Page): Promise<void> {
  await expect(page.getByRole('alert').getByText(MESSAGE)).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sair' })).toBeVisible();
}

/** The shell keeps its state: nothing was reloaded. */
async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { opened?: string }).opened)).toBe('once');
}

/** Fails, fails again, leaves the other remote alone, and is there as soon as it was mended. */
async function expectRecovery(page: Page, front: BreakingFront): Promise<void> {
  // The page also tries again with each answered call, perhaps under the click; here only the button does.
  await page.evaluate(() =>
    window.addEventListener('volta:connection', (event) => event.stopImmediatePropagation(), true),
  );
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
  test(`the back office’s page says one message as ${what}; all else works, and a retry recovers`, async ({
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

/** An untested release: its integrity is right, its code is not. */
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

test('what a remote throws as it is taken away leaves the shell and the next remote as they are', async ({
  openCounter,
}) => {
  const { page, front } = await openCounter();
  const leaving = `React.useEffect(() => () => { throw new Error('quebrou'); }, []);`;
  release(front, remoteOf('mfe_backoffice', `return () => { ${leaving} return 'Olá'; }`));
  await goTo(page, 'Clientes');
  await expect(page.getByText('Olá')).toBeVisible();
  await goTo(page, 'Dashboard');
  await expectAnalytics(page);
  await expectSamePage(page);
  await goTo(page, 'Clientes');
  await expect(page.getByText('Olá')).toBeVisible();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible();
  await expectSamePage(page);
});

test('a later screen’s file that is damaged, then all of its remote: one message, and the first retry after', async ({
  openCounter,
}) => {
  const { page, front } = await openCounter();
  await goTo(page, 'Clientes');
  await expectBackOffice(page);
  front.breakFiles(SCRIPTS, tampered);
  await goTo(page, 'Configurações');
  await expectFailure(page);
  front.breakFiles(ENTRY, tampered);
  await retry(page);
  await expectFailure(page);
  front.mend();
  await retry(page);
  await expect(page.getByRole('heading', { name: 'Configurações', level: 1 })).toBeVisible();
  await expectSamePage(page);
});

test('charts that were damaged on their way are drawn at the first retry, in the same page', async ({
  openCounter,
  merchant,
}) => {
  await insertPast(merchant, [{ day: '2026-03-02', purchases: [1_000], redeemed: [] }]);
  const { page, front } = await openCounter();
  front.breakFiles(chartFilesRoute(), tampered);
  await page.goto('/reports?de=2026-03-01&ate=2026-03-31');
  const card = chartCard(page, AMOUNTS);
  await expect(card.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { opened: 'once' }));
  front.mend();
  await card.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(drawing(card)).toBeVisible();
  await expectSamePage(page);
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
    await expectFailure(page);
    await goTo(page, 'Dashboard');
    await expectAnalytics(page);
    front.mend();
    await goTo(page, 'Clientes');
    await expectBackOffice(page);
    await expectSamePage(page);
  }
});

test('with analytics gone the back office works, and its failure is readable and accessible', async ({
  openCounter,
}) => {
  const { page, front } = await openCounter();
  front.breakFiles(ANALYTICS_FILES, 'missing');
  await page.reload();
  await expectFailure(page);
  await expectAccessible(page, 'a remote that can’t be had');
  await goTo(page, 'Clientes');
  await expectBackOffice(page);
  // Its remote was on its way as the page changed.
  await expect(page.getByRole('heading', { name: 'Clientes', level: 1 })).toBeFocused();
  await goTo(page, 'Dashboard');
  await expectFailure(page);
  front.mend();
  await page.getByRole('button', { name: 'Tentar novamente' }).focus();
  await page.keyboard.press('Enter');
  await expectAnalytics(page);
});
