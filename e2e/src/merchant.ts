import { randomInt } from 'node:crypto';
// biome-ignore lint/style/noRestrictedImports: midnight is what is waited for.
import { setTimeout } from 'node:timers/promises';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { waitForRoutes } from './wait-for-routes.ts';

export interface Merchant {
  name: string;
  email: string;
  password: string;
  slug: string;
}

/** The credentials of a login. */
export type Credentials = Pick<Merchant, 'email' | 'password'>;

interface Fixtures {
  /** A merchant of its own for each journey, signed up through the API. */
  merchant: Merchant;
  /** The counter: a desktop browser where the merchant's owner is logged in, and no screen is open yet. */
  counter: Page;
  /** The customer: another browser, with a phone's screen. */
  phone: Page;
  /** Every journey begins and ends on the same day. */
  withinOneDay: undefined;
}

/** For `test.use`: a browser whose owner wants motion, as most do. */
export const MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** A Brazilian mobile number that is unique in the run. */
export function newPhone(): string {
  return `119${String(randomInt(10_000_000, 99_999_999))}`;
}

/** An address of its own, as the proxy before the product would report it. */
export function newAddress(): string {
  return `10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}`;
}

/** More than a journey takes. */
const LAST_MOMENTS_MS = 60_000;
const HOUR_MS = 3_600_000;

/** In São Paulo, where new merchants are: three hours behind UTC all the year. */
// biome-ignore lint/plugin: the time of day is what is asked for.
const untilMidnight = () => 24 * HOUR_MS - ((Date.now() - 3 * HOUR_MS) % (24 * HOUR_MS));

const SAME_ORIGIN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

export const test = base.extend<Fixtures>({
  extraHTTPHeaders: async ({ locale: _ }, use) => use({ 'x-forwarded-for': newAddress() }),

  withinOneDay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const left = untilMidnight();
      if (left < LAST_MOMENTS_MS) await setTimeout(left);
      await use(undefined);
    },
    { auto: true, timeout: 2 * LAST_MOMENTS_MS },
  ],

  context: async ({ context }, use) => {
    context.on('page', waitForRoutes);
    await use(context);
  },

  merchant: async ({ request }, use) => use(await signUpMerchant(request)),

  counter: async ({ page, merchant }, use) => {
    await openSession(page, merchant);
    await use(page);
  },

  phone: async ({ browser }, use) => {
    const context = await newPhoneContext(browser);
    await use(await context.newPage());
    await context.close();
  },
});

/** One more merchant, signed up through the API of the product without a mail server: it exists at once. */
export async function signUpMerchant(request: APIRequestContext): Promise<Merchant> {
  const port = process.env.JOURNEYS_PORT;
  const merchant = newMerchant();
  const texts = await presentTexts(request, `http://localhost:${port}`);
  const answer = await request.post(`http://localhost:${port}/trpc/merchants.signup`, {
    headers: { ...SAME_ORIGIN, 'x-forwarded-for': newAddress() },
    data: signupInput(merchant, texts),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return merchant;
}

/** The input of `merchants.signup`. */
export const signupInput = ({ name, email, password }: Omit<Merchant, 'slug'>, texts: object[]) => ({
  merchantName: name,
  merchantPhone: '1132104567',
  merchantAddress: 'Rua das Flores, 10',
  ownerName: 'Rita de Cássia',
  email,
  password,
  acceptsTerms: true,
  texts,
});

/** The platform's texts, as the sign-up's form reads them. */
export async function presentTexts(request: APIRequestContext, origin: string): Promise<object[]> {
  const answer = await request.get(`${origin}/trpc/legal.texts`);
  return (await answer.json()).result.data;
}

function newMerchant(): Merchant {
  const id = randomInt(1_000_000_000);
  return {
    name: `Mercearia ${id}`,
    email: `dona${id}@mercearia.example`,
    password: 'quitanda-do-bairro',
    slug: `mercearia-${id}`,
  };
}

export async function newPhoneContext(browser: { newContext: (options: object) => Promise<BrowserContext> }) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 780 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  context.on('page', waitForRoutes);
  return context;
}

/**
 * Logs in through the API, since other journeys cover the login's screen. Leaves the browser as that screen
 * would: with the cookie and the data of the first paint, but with no screen open.
 */
export async function openSession(page: Page, { email, password }: Credentials): Promise<void> {
  const answer = await page.request.post('/trpc/auth.login', {
    headers: SAME_ORIGIN,
    data: { email, password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const session = (await answer.json()).result.data;
  // Any address of the product will do: localStorage belongs to its origin.
  await page.goto('/healthz');
  await page.evaluate((stored) => {
    localStorage.clear();
    localStorage.setItem('auth-storage', JSON.stringify({ ...stored, isAuthenticated: true }));
  }, session);
}

/** By the login's screen; the dashboard is open then. */
export async function logIn(page: Page, merchant: Credentials): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(merchant.email);
  await page.getByLabel('Senha').fill(merchant.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Fills the counter's form and returns the QR code's link. The dialog stays open. */
export async function issueCashback(counter: Page, phone: string, amount: string): Promise<string> {
  await counter.goto('/cashback');
  await counter.getByLabel('Telefone do cliente').fill(phone);
  await counter.getByLabel('Valor da compra').fill(amount);
  await counter.getByRole('button', { name: 'Gerar QR Code' }).click();
  return await qrLink(counter);
}

/** The link in the open QR dialog, as the WhatsApp button carries it. */
export async function qrLink(counter: Page): Promise<string> {
  const href = await counter
    .getByRole('dialog')
    .getByRole('link', { name: /WhatsApp/ })
    .getAttribute('href');
  const text = new URL(href ?? '').searchParams.get('text') ?? '';
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in ${text}`);
  return link;
}

export { expect };
