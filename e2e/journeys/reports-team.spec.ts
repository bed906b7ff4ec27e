import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { layoutShifts, watchLayout } from '../src/first-seconds.ts';
import { expect, type Merchant, newPhone, test } from '../src/merchant.ts';
import { insertPastPurchases, type PastPurchase } from '../src/past-purchases.ts';
import { reais, valueUnder } from '../src/reports-screen.ts';

const LONG_NAME = 'João Victor de Albuquerque Cavalcanti Mascarenhas Neto';

const table = (page: Page) => page.getByRole('table', { name: 'Números por funcionário' });
const names = (page: Page) => table(page).locator('tbody').getByRole('rowheader');
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
const cell = (page: Page, name: string, place: number) => row(page, name).getByRole('cell').nth(place);
const header = (page: Page, name: string) => table(page).getByRole('columnheader', { name });

const emailOf = (merchant: Merchant, name: string) =>
  `${name.split(' ')[0]?.toLowerCase()}@${merchant.slug}.example`;

async function hire(merchant: Merchant, name: string, isActive = true): Promise<void> {
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, role, is_active)
     SELECT id, gen_random_uuid(), $2, $3, 'operator', $4 FROM merchants WHERE signup_link_slug = $1`,
    [merchant.slug, name, emailOf(merchant, name), isActive],
  );
}

/** A team of four: one has left, and one sold nothing this month. */
async function insertTeam(merchant: Merchant): Promise<void> {
  await hire(merchant, LONG_NAME);
  await hire(merchant, 'Bia Souza', false);
  await hire(merchant, 'Davi Ramos');
  const purchase = (
    soldBy: string | undefined,
    amountCents: number,
    isConfirmed: boolean,
    daysAgo = 0,
  ): PastPurchase => ({
    phone: newPhone(),
    daysAgo,
    amountCents,
    isConfirmed,
    soldBy: soldBy && emailOf(merchant, soldBy),
  });
  await insertPastPurchases(merchant, [
    purchase(undefined, 123_456_789, true),
    purchase(undefined, 10_001, false),
    purchase(LONG_NAME, 5_555, false),
    purchase(LONG_NAME, 4_445, false),
    purchase(LONG_NAME, 1_000, true),
    purchase('Bia', 20_000, true),
    purchase('Davi', 77_700, true, 62),
  ]);
}

interface Sums {
  name: string;
  purchases: number;
  revenue: number;
  cashback: number;
  unconfirmed: number;
  unconfirmed_count: number;
  redemptions: number;
  redeemed: number;
}

/** Every employee's totals since the first of the month, recounted from the rows. */
function sumsOf({ slug }: Merchant): Promise<Sums[]> {
  return asOwner<Sums>(
    `SELECT e.name, s.purchases::int, s.revenue::float8, s.cashback::float8, s.unconfirmed::float8, s.unconfirmed_count::int,
       r.redemptions::int, r.redeemed::float8
     FROM merchants m JOIN employees e ON e.merchant_id = m.id
     CROSS JOIN LATERAL (SELECT count(*) AS purchases, coalesce(sum(amount_cents - reversed_amount_cents), 0) AS revenue,
         coalesce(sum(cashback_cents - reversed_cashback_cents), 0) AS cashback,
         coalesce(sum(cashback_cents - reversed_cashback_cents) FILTER (WHERE NOT qr_scanned), 0) AS unconfirmed,
         count(*) FILTER (WHERE NOT qr_scanned) AS unconfirmed_count
       FROM transactions t WHERE t.merchant_id = m.id AND t.employee_id = e.id AND t.status = 'completed'
         AND (t.created_at AT TIME ZONE m.time_zone) >= date_trunc('month', now() AT TIME ZONE m.time_zone)) s
     CROSS JOIN LATERAL (SELECT count(*) AS redemptions, coalesce(sum(amount_cents), 0) AS redeemed
       FROM redemptions r WHERE r.merchant_id = m.id AND r.employee_id = e.id AND r.status = 'completed') r
     WHERE m.signup_link_slug = $1 AND s.purchases + r.redemptions > 0`,
    [slug],
  );
}

test('a period without movements says so, in a place of its own', async ({ counter }) => {
  await watchLayout(counter);
  await counter.goto('/reports/team');
  await expect(counter.getByText('Ninguém registrou vendas ou resgates neste período')).toBeVisible();
  expect(await layoutShifts(counter)).toEqual([]);
  await expectAccessible(counter, 'no movements');
});

test('each employee’s numbers of the month are those of their purchases and redemptions, and so is the total', async ({
  counter,
  merchant,
  request,
}) => {
  await insertTeam(merchant);
  const counterApi = await openCounterApi(request, merchant);
  const phone = newPhone();
  await counterApi.confirm(await counterApi.sell(phone, 50_000));
  const wholly = await counterApi.sell(phone, 99_900);
  await counterApi.reversePurchase(wholly.transactionId, 99_900);
  await counterApi.confirm(await counterApi.redeem(phone, 1_234));
  const expected = await sumsOf(merchant);
  expect(expected.map(({ name }) => name).sort()).toEqual(['Bia Souza', LONG_NAME, 'Rita de Cássia']);

  await watchLayout(counter);
  await counter.goto('/reports/team');
  await expect(names(counter)).toHaveText(['Rita de Cássia', /^Bia Souza\s*Inativo$/, LONG_NAME, 'Total']);
  const all = expected.reduce((sum, { revenue }) => sum + revenue, 0);
  for (const each of expected) {
    const texts = [
      String(each.purchases),
      new RegExp(`${reais(each.revenue).source.slice(1, -1)}.*${percent(each.revenue, all)} do total`),
      reais(Math.round(each.revenue / each.purchases)),
      reais(each.cashback),
      new RegExp(`${reais(each.unconfirmed).source.slice(1, -1)}${each.unconfirmed_count} vendas?$`),
      String(each.redemptions),
      reais(each.redeemed),
    ];
    for (const [place, text] of texts.entries())
      await expect(cell(counter, each.name, place), `${each.name}, ${place}`).toHaveText(text);
  }
  const sum = (of: (each: Sums) => number) => expected.reduce((total, each) => total + of(each), 0);
  const purchases = sum((each) => each.purchases);
  await expect(cell(counter, 'Total', 0)).toHaveText(String(purchases));
  await expect(cell(counter, 'Total', 2)).toHaveText(reais(Math.round(all / purchases)));
  await expect(valueUnder(counter, 'Receita')).toHaveText(reais(all));
  await expect(valueUnder(counter, 'Cashback Distribuído')).toHaveText(reais(sum((each) => each.cashback)));
  await expect(valueUnder(counter, 'Total Resgatado')).toHaveText(reais(1_234));
  expect(await layoutShifts(counter)).toEqual([]);
  await expectAccessible(counter, 'team');
});

function percent(part: number, whole: number): string {
  const text = ((part / whole) * 100).toLocaleString('pt-BR', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return text.replace('.', '\\.').concat('%');
}

test('a column’s header orders by it and once more the other way round, hands on the keyboard', async ({
  counter,
  merchant,
}) => {
  await insertTeam(merchant);
  await counter.goto('/reports/team');
  await expect(header(counter, 'Receita')).toHaveAttribute('aria-sort', 'descending');
  await header(counter, 'Vendas').getByRole('button').focus();
  await counter.keyboard.press('Enter');
  await expect(header(counter, 'Vendas')).toHaveAttribute('aria-sort', 'descending');
  await expect(header(counter, 'Receita')).toHaveAttribute('aria-sort', 'none');
  await expect(names(counter)).toHaveText([LONG_NAME, 'Rita de Cássia', /Bia Souza/, 'Total']);
  await counter.keyboard.press('Enter');
  await expect(header(counter, 'Vendas')).toHaveAttribute('aria-sort', 'ascending');
  await expect(names(counter)).toHaveText([/Bia Souza/, 'Rita de Cássia', LONG_NAME, 'Total']);
  await header(counter, 'Funcionário').getByRole('button').press('Space');
  await expect(names(counter)).toHaveText([/Bia Souza/, LONG_NAME, 'Rita de Cássia', 'Total']);
});

test('the period is the address’s and goes along to the other pages', async ({ counter, merchant }) => {
  await insertTeam(merchant);
  await counter.goto('/reports/team');
  await counter.getByRole('button', { name: 'Este ano' }).click();
  await expect(counter).toHaveURL(/\/reports\/team\?de=\d{4}-01-01&ate=\d{4}-12-31$/);
  const period = new URL(counter.url()).search;
  const tabs = counter.getByRole('navigation', { name: 'Relatórios' });
  await expect(tabs.getByRole('link', { name: 'Equipe' })).toHaveAttribute('aria-current', 'page');
  for (const [name, path] of [
    ['Cashback', '/reports/cashback'],
    ['Clientes', '/reports/customers'],
    ['Visão geral', '/reports'],
    ['Equipe', '/reports/team'],
  ] as const) {
    await tabs.getByRole('link', { name }).click();
    await expect(counter).toHaveURL(new RegExp(`${path}\\${period}$`));
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(counter.getByRole('heading', { level: 1 })).toHaveText(`Relatórios: ${name}`);
  }
});

test('numbers that cannot be had are tried again; a phone has blocks, an order and every tab', async ({
  counter,
  merchant,
}) => {
  await insertTeam(merchant);
  await counter.route('**/trpc/reports.**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await counter.goto('/reports/team');
  await expect(counter.getByRole('alert')).toHaveText(/^Sem conexão com o servidor/);
  await expectAccessible(counter, 'failed');
  await counter.unroute('**/trpc/reports.**');
  await counter.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(names(counter)).toHaveCount(4);

  for (const width of [768, 390]) {
    await counter.setViewportSize({ width, height: 780 });
    await expectPageWidth(counter, width);
    await expectAccessible(counter, `team at ${width}`);
  }
  await counter.getByLabel('Ordenar por').selectOption('Vendas');
  await expect(names(counter)).toHaveText([LONG_NAME, 'Rita de Cássia', /Bia Souza/, 'Total']);
  await counter.goto('/reports/cashback');
  const tab = counter.getByRole('navigation', { name: 'Relatórios' }).getByRole('link', { name: 'Cashback' });
  await expect(tab).toBeInViewport({ ratio: 0.99 });
});
