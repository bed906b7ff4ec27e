import { randomInt } from 'node:crypto';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';

export interface Shop {
  name: string;
  email: string;
  password: string;
  slug: string;
}

interface Fixtures {
  /** A merchant of its own for each journey, signed up through the API. */
  shop: Shop;
  /** The counter: a desktop browser where the shop's owner is logged in. */
  counter: Page;
  /** The customer: another browser, with a phone's screen. */
  phone: Page;
}

/** A Brazilian mobile number nobody else in the run has. */
export function newPhone(): string {
  return `119${String(randomInt(10_000_000, 99_999_999))}`;
}

/** An address of its own, as the proxy before the product would report it. */
export function newAddress(): string {
  return `10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}`;
}

const SAME_ORIGIN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

export const test = base.extend<Fixtures>({
  extraHTTPHeaders: async ({ locale: _ }, use) => use({ 'x-forwarded-for': newAddress() }),

  shop: async ({ request }, use) => use(await signUpShop(request)),

  counter: async ({ page, shop }, use) => {
    await logIn(page, shop);
    await use(page);
  },

  phone: async ({ browser }, use) => {
    const context = await newPhoneContext(browser);
    await use(await context.newPage());
    await context.close();
  },
});

/** One more merchant, signed up through the API. */
export async function signUpShop(request: APIRequestContext): Promise<Shop> {
  const id = randomInt(1_000_000_000);
  const shop = {
    name: `Mercearia ${id}`,
    email: `dona${id}@mercearia.example`,
    password: 'quitanda-do-bairro',
  };
  const answer = await request.post('/trpc/merchants.signup', {
    headers: { ...SAME_ORIGIN, 'x-forwarded-for': newAddress() },
    data: {
      merchantName: shop.name,
      merchantPhone: '1132104567',
      merchantAddress: 'Rua das Flores, 10',
      ownerName: 'Rita de Cássia',
      email: shop.email,
      password: shop.password,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return { ...shop, slug: `mercearia-${id}` };
}

async function newPhoneContext(browser: { newContext: (options: object) => Promise<BrowserContext> }) {
  return await browser.newContext({
    viewport: { width: 390, height: 780 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
}

export async function logIn(page: Page, shop: Pick<Shop, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(shop.email);
  await page.getByLabel('Senha').fill(shop.password);
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
