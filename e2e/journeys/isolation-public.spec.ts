import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import type { Breakage, BreakingFront } from '../src/breaking-front.ts';
import { openOnPhone, retry, tampered, test } from '../src/broken-product.ts';
import { expect, issueCashback, type Merchant, newPhone } from '../src/merchant.ts';
import { untilIdle } from '../src/until-idle.ts';

const SHELL_SCRIPT = /^\/assets\/main\.[^/]+\.js$/;
const SHELL_STYLES = /^\/assets\/main\.[^/]+\.css$/;
/** The router, and the file of each screen of the shell's own. */
const SHELL_LATER_SCRIPTS = /^\/assets\/(?!main\.)[^/]+\.js$/;
const CUSTOMER_ENTRY = /^\/remotes\/mfe-customer\/(?:[^/]+\/)?remoteEntry\.js$/;
const CUSTOMER_SCRIPTS = /^\/remotes\/mfe-customer\/(?!.*remoteEntry).*\.js$/;
const CUSTOMER_STYLES = /^\/remotes\/mfe-customer\/.*\.css$/;

const STYLES_BEFORE_BODY = 'its styles fail before the page’s body is here';

const MESSAGE = 'Esta página não pôde ser carregada.';

const signupForm = (page: Page) => page.getByLabel('Nome Completo');

async function openSignup(browser: Browser, front: BreakingFront, { slug }: Merchant): Promise<Page> {
  const page = await openOnPhone(browser, front);
  await page.goto(`/signup/${slug}`);
  return page;
}

test('a customer’s page without its remote says so, and a retry brings it', async ({
  browser,
  front,
  merchant,
}) => {
  test.slow();
  const failures: [string, RegExp, Breakage][] = [
    ['the shell’s script is not the built one', SHELL_SCRIPT, tampered],
    ['the shell’s styles are not the built ones', SHELL_STYLES, tampered],
    ['its entry is gone', CUSTOMER_ENTRY, 'missing'],
    ['its entry is not the released one', CUSTOMER_ENTRY, tampered],
    ['a script is not the released one', CUSTOMER_SCRIPTS, tampered],
    ['a style is not the released one', CUSTOMER_STYLES, tampered],
  ];
  for (const [how, paths, breakage] of failures) {
    await test.step(how, async () => {
      front.breakFiles(paths, breakage);
      const page = await openSignup(browser, front, merchant);
      await expect(page.getByText(MESSAGE)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCSS('text-align', 'center');
      front.mend();
      await retry(page);
      await expect(signupForm(page)).toBeVisible();
      await expect(signupForm(page)).not.toHaveCSS('border-top-left-radius', '0px');
      await page.context().close();
    });
  }
});

test('a customer’s page whose remote never comes says so, and then that it tries again', async ({
  browser,
  front,
  merchant,
}) => {
  front.breakFiles(CUSTOMER_SCRIPTS, 'silent');
  const page = await openSignup(browser, front, merchant);
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await retry(page);
  await expect(page.getByRole('button', { name: 'Tentando...' })).toBeDisabled();
  front.mend();
  await expect(signupForm(page)).toBeVisible();
  await page.context().close();
});

test('the way in without the shell’s own files says so, and a retry brings it', async ({
  browser,
  front,
}) => {
  const failures: [string, RegExp, Breakage][] = [
    ['its script is not the built one', SHELL_SCRIPT, tampered],
    ['its script is gone', SHELL_SCRIPT, 'missing'],
    ['a later script is not the built one', SHELL_LATER_SCRIPTS, tampered],
    ['its styles are not the built ones', SHELL_STYLES, tampered],
    [STYLES_BEFORE_BODY, SHELL_STYLES, tampered],
  ];
  for (const [how, paths, breakage] of failures) {
    await test.step(how, async () => {
      front.breakFiles(paths, breakage);
      const page = await openOnPhone(browser, front);
      if (how === STYLES_BEFORE_BODY) {
        const until = page.waitForEvent('console', (message) => /integrity/.test(message.text()));
        front.breakFiles(/^\/login$/, { before: '<body', until });
      }
      await page.goto('/login');
      await expect(page.getByRole('alert').getByText('A página não pôde ser carregada.')).toBeVisible();
      await expectAccessible(page, how);
      await expect(page.getByLabel('Email')).toHaveCount(0);
      front.mend();
      await retry(page);
      await expect(page.getByLabel('Email')).not.toHaveCSS('border-top-left-radius', '0px');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.context().close();
    });
  }
});

test('a damaged file that the service worker has kept is fetched again by a retry', async ({
  browser,
  front,
  merchant,
}) => {
  const page = await openOnPhone(browser, front);
  const address = `/customer/dashboard?loja=${merchant.slug}`;
  await page.goto(address);
  const isKept = () =>
    page.evaluate(
      async (stored) =>
        navigator.serviceWorker.controller !== null &&
        (await (await caches.open('customer-pages-1')).match(stored)) !== undefined,
      address,
    );
  await expect.poll(isKept).toBe(true);
  await page.evaluate(async () => {
    const files = await caches.open('customer-files-1');
    const script = (await files.keys()).find(({ url }) => /\/assets\/main\.[^/]*\.js$/.test(url));
    const headers = { 'content-type': 'text/javascript' };
    if (script) await files.put(script.url, new Response('/* alterado */', { headers }));
  });
  await page.reload();
  await expect(page.getByText('A página não pôde ser carregada.')).toBeVisible();
  await retry(page);
  await expect(page.getByLabel('Telefone')).toBeVisible();
  await page.context().close();
});

test('a code is confirmed though the customers’ remote is gone', async ({ browser, counter, front }) => {
  front.breakFiles(CUSTOMER_ENTRY, 'missing');
  const link = new URL(await issueCashback(counter, newPhone(), '80,00'));
  const page = await openOnPhone(browser, front);
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
  merchant,
}) => {
  const files = ({ asked }: BreakingFront) => asked.filter((path) => /\.(?:js|css)$/.test(path));
  const customer = await openSignup(browser, front, merchant);
  await expect(signupForm(customer)).toBeVisible();
  await untilIdle(customer);
  const staff = await openCounter();
  await untilIdle(staff.page);
  for (const asked of [files(front), files(staff.front)]) {
    expect(asked.length).toBeGreaterThan(5);
    expect(asked).toEqual([...new Set(asked)]);
  }
  await customer.context().close();
});
