import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openOnPhone, test } from '../src/broken-product.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { appearance, countTraffic, layoutShifts, watchLayout } from '../src/first-seconds.ts';
import { expect, MOTION, newAddress, newPhone } from '../src/merchant.ts';
import { untilIdle } from '../src/until-idle.ts';

test.use(MOTION);

const APPLICATION = /\/(?:assets|remotes)\/|\/remotes\.json/;
/** The issue's: what a QR code's page may cost before its result is on the screen. */
const MAX_REQUESTS = 3;
const MAX_BYTES = 15_000;

const isFirstPaint = (page: Page) => page.evaluate(() => document.getElementById('first-paint') !== null);
const tookOver = (page: Page) => page.waitForFunction(() => document.getElementById('first-paint') === null);

/** Holds back every file of the application until released. */
async function holdApplication(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(APPLICATION, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return release;
}

test('the result is on the screen before the application, which then takes over unseen', async ({
  phone,
  request,
  merchant,
}) => {
  await asOwner("UPDATE merchants SET brand_color = '#7c2d12' WHERE signup_link_slug = $1", [merchant.slug]);
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 123_456);
  await watchLayout(phone);
  // The offer to keep the balance comes later; customer-returns.spec.ts has it.
  await phone.addInitScript(() => localStorage.setItem('keep-offer', 'answered'));
  const traffic = await countTraffic(phone);
  const release = await holdApplication(phone);
  const posts: string[] = [];
  phone.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));

  await phone.goto(path);
  const heading = phone.getByRole('heading', { name: 'Parabéns!' });
  await expect(heading).toBeVisible();
  const asked = traffic.read();
  const before = asked.requests.filter((request) => !APPLICATION.test(request));
  expect(before.length, before.join(', ')).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(asked.bytes).toBeGreaterThan(5_000);
  expect(asked.bytes).toBeLessThanOrEqual(MAX_BYTES);
  await expect(phone).toHaveTitle(`Parabéns! · ${merchant.name}`);
  await expect(heading).toBeFocused();
  expect(await isFirstPaint(phone)).toBe(true);
  await expectAccessible(phone, 'cashback confirmed, before the application');

  const shown = await appearance(phone);
  expect(shown.length).toBeGreaterThan(20);
  const former = await heading.elementHandle();
  release();
  await tookOver(phone);
  expect(await appearance(phone)).toEqual(shown);
  await expect(heading).toBeFocused();
  expect(await former?.evaluate((element) => element.isConnected)).toBe(false);
  expect(await layoutShifts(phone)).toEqual([]);
  expect(posts).toHaveLength(1);
  // No celebration a second time.
  expect(
    await phone.evaluate(
      () => document.getAnimations().filter((each) => each.playState === 'running').length,
    ),
  ).toBe(0);

  await phone.reload();
  await expect(heading).toBeVisible();
  await tookOver(phone);
  await expect(phone.locator('main')).toContainText(/\+R\$\s61,73/);
});

test('nothing is shown of a page of which half has come', async ({ browser, front, request, merchant }) => {
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  const balance = `/customer/dashboard/${newPhone()}?loja=${merchant.slug}`;
  for (const address of [path, balance, `/signup/${merchant.slug}`]) {
    const page = await openOnPhone(browser, front);
    const firstPaint = page.locator('#first-paint');
    let sendRest: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      sendRest = resolve;
    });
    front.breakFiles(/^\/(?:cashback|customer|signup)\//, { before: '>Volta</span>', until });
    await page.goto(address, { waitUntil: 'commit' });
    await firstPaint.locator('footer svg').waitFor({ state: 'attached' });
    await expect(firstPaint, address).toBeHidden();
    await holdApplication(page);
    sendRest();
    await expect(firstPaint, address).toBeVisible();
    front.mend();
    await page.context().close();
  }
});

test('a link that is pressed while the application takes over is followed', async ({
  phone,
  request,
  merchant,
}) => {
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  const release = await holdApplication(phone);
  await phone.goto(path);
  await phone.getByRole('link', { name: 'Ver Meu Saldo Completo' }).hover();
  await phone.mouse.down();
  release();
  await phone.waitForFunction(() => document.querySelector('#root h1') !== null);
  // The application's styles and pictures are here: nothing but the press keeps it from taking over.
  await phone.waitForFunction(
    () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet) &&
      [...document.images].every(({ complete }) => complete),
  );
  await untilIdle(phone);
  expect(await isFirstPaint(phone)).toBe(true);
  await phone.mouse.up();
  await expect(phone).toHaveURL(/\/customer\/dashboard\//);
});

test('an application that fails takes nothing back, and a page that needs it says so', async ({
  phone,
  request,
  merchant,
}) => {
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  await phone.route(/\/assets\/.*\.js/, (route) => route.abort());
  const failure = phone.waitForEvent('requestfailed', (failed) => /\/assets\/.*\.js/.test(failed.url()));
  await phone.goto(path);
  await expect(phone.getByText('Parabéns!')).toBeVisible();
  await failure;
  await untilIdle(phone);
  await expect(phone.getByText('Parabéns!')).toBeVisible();
  await phone.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
  await expect(phone).toHaveURL(/\/customer\/dashboard\//);
  await expect(phone.getByText('Esta página não pôde ser carregada.')).toBeVisible();
  await expectAccessible(phone, 'balance page without the application');
  await phone.unroute(/\/assets\/.*\.js/);
  // The shell is here now and its remote is not: its own message takes the skeleton's place.
  await phone.route('**/remotes/mfe-customer/**', (route) => route.abort());
  await phone.getByRole('button', { name: 'Tentar novamente' }).click();
  await tookOver(phone);
  await expect(phone.getByText('Esta página não pôde ser carregada.')).toBeVisible();
  await phone.unroute('**/remotes/mfe-customer/**');
  await phone.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(phone.getByText('Histórico de Cashback')).toBeVisible();
});

test('without JavaScript each page says what to do', async ({ browser, request, merchant }) => {
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 780 },
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  const page = await context.newPage();
  await page.goto(path);
  // Playwright looks for no text in there.
  const text = page.locator('noscript p, noscript div').last();
  await expect(text).toBeVisible();
  await expect(text).toContainText(
    'Ative o JavaScript nas configurações do navegador e abra o link de novo.',
  );
  await expect(text).toContainText('peça ajuda no balcão');
  await expect(page.getByText('Processando seu cashback...')).toBeHidden();
  await expect(page.getByText(merchant.name).first()).toBeVisible();
  await page.goto(`/customer/dashboard/${newPhone()}?loja=${merchant.slug}`);
  await expect(text).toBeVisible();
  await expect(text).toContainText('Para ver seu saldo, ative o JavaScript');
  await page.goto(`/signup/${merchant.slug}`);
  await expect(text).toBeVisible();
  await expect(text).toContainText('Para se cadastrar, ative o JavaScript');
  await context.close();
});

test('on a bad network the page says so, says when it failed, and confirms on another try', async ({
  phone,
  request,
  merchant,
}) => {
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  await holdApplication(phone);
  let hang: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    hang = resolve;
  });
  await phone.route('**/trpc/cashback.confirm', async (route) => {
    await hanging;
    await route.abort();
  });
  await phone.goto(path);
  await expect(phone.getByText('Processando seu cashback...')).toBeVisible();
  await expectAccessible(phone, 'confirmation on its way');
  await expect(phone.getByText('A conexão está lenta. Mantenha esta página aberta.')).toBeVisible();
  hang();
  const failed = phone.getByRole('heading', { name: 'Ops! Algo deu errado' });
  await expect(failed).toBeVisible();
  await expect(failed).toBeFocused();
  await expect(phone.getByText('Sem conexão com o servidor.')).toBeVisible();
  await expectAccessible(phone, 'confirmation failed, before the application');
  await phone.unroute('**/trpc/cashback.confirm');
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: 'Parabéns!' })).toBeVisible();
  expect(await isFirstPaint(phone)).toBe(true);
});

test('a hidden page confirms nothing until it is seen', async ({ phone, request, merchant }) => {
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  const posts: string[] = [];
  phone.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await phone.addInitScript(() => {
    const state = window as unknown as { seen: boolean };
    Object.defineProperty(document, 'prerendering', { get: () => !state.seen });
  });
  await phone.goto(path);
  await expect(phone.getByText('Processando seu cashback...')).toBeVisible();
  await untilIdle(phone);
  expect(posts).toEqual([]);
  expect(await isFirstPaint(phone)).toBe(true);
  await phone.evaluate(() => {
    (window as unknown as { seen: boolean }).seen = true;
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await expect(phone.getByText('Parabéns!')).toBeVisible();
  await tookOver(phone);
  expect(posts).toHaveLength(1);
});
