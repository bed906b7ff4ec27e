import type { Page } from '@playwright/test';
import { type CuttingFront, startCuttingFront } from './cutting-front.ts';
import { asOwner } from './database.ts';
import { test as base, expect, type Merchant, newAddress } from './merchant.ts';

interface Fixtures {
  front: CuttingFront;
  /** The counter behind a network that can be cut, with its form open. */
  cutCounter: Page;
}

export const test = base.extend<Fixtures>({
  front: async ({ locale: _ }, use) => {
    const front = await startCuttingFront();
    await use(front);
    await front.close();
  },
  cutCounter: async ({ browser, counter, front }, use) => {
    const context = await browser.newContext({
      storageState: await storageFor(counter, front),
      baseURL: front.origin,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    });
    const page = await context.newPage();
    await openForm(page);
    await use(page);
    await context.close();
  },
});

/** The same cookies, which know no ports, and the same first paint at the front's own address. */
export async function storageFor(counter: Page, { origin }: CuttingFront) {
  const { cookies, origins } = await counter.context().storageState();
  return { cookies, origins: origins.map((each) => ({ ...each, origin })) };
}

export async function openForm(page: Page): Promise<void> {
  await page.goto('/cashback');
  await expect(page.getByLabel('Telefone do cliente')).toBeFocused();
}

/** As at a counter: phone, Enter, value, Enter. */
export async function typePurchase(page: Page, phone: string, amount: string): Promise<void> {
  await page.getByLabel('Telefone do cliente').fill(phone);
  await page.getByLabel('Valor da compra').fill(amount);
  await page.getByLabel('Valor da compra').press('Enter');
}

export const outboxOf = (page: Page) => page.getByRole('list', { name: 'Vendas neste aparelho' });

/** The merchant's purchases, as 'phone cents', in the order in which the database got them. */
export async function listPurchases({ slug }: Merchant): Promise<string[]> {
  const rows = await asOwner<{ purchase: string }>(
    `SELECT c.phone || ' ' || t.amount_cents AS purchase FROM transactions t
     JOIN merchants m ON m.id = t.merchant_id JOIN customers c ON c.merchant_id = m.id AND c.id = t.customer_id
     WHERE m.signup_link_slug = $1 ORDER BY t.created_at, t.id`,
    [slug],
  );
  return rows.map(({ purchase }) => purchase);
}

/** Another employee of the merchant, with the owner's password. */
export async function addEmployee({ email }: Merchant): Promise<string> {
  const other = `rui-${email}`;
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT merchant_id, gen_random_uuid(), 'Rui Barbosa', $2, 'operator', password_hash
     FROM employees WHERE email = $1`,
    [email, other],
  );
  return other;
}

/** As twelve hours without use do. */
export async function endSessions({ email }: Merchant): Promise<void> {
  await asOwner('DELETE FROM sessions s USING employees e WHERE e.id = s.employee_id AND e.email = $1', [
    email,
  ]);
}
