import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { today } from '../src/dashboard-screen.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { layoutShifts, watchLayout } from '../src/first-seconds.ts';
import { moveOnArrival } from '../src/held-answers.ts';
import { expect, issueCashback, type Merchant, newPhone, test } from '../src/merchant.ts';
import { insertPastPurchases, type PastPurchase } from '../src/past-purchases.ts';

const card = (page: Page, segment: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: segment, exact: true }) });
const list = (page: Page, segment: string) => page.getByRole('region', { name: `Clientes: ${segment}` });
const rows = (page: Page, segment: string) => list(page, segment).locator('tbody').getByRole('row');
const cohorts = (page: Page) => page.getByRole('table', { name: 'Retorno por mês da primeira compra' });

const reais = (cents: number) =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
const percent = (part: number, whole: number) =>
  `${((part / whole) * 100).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`;

/** One customer's purchases, each so many days ago. */
function buyer(place: number, name: string | undefined, days: number[], amountCents: number): PastPurchase[] {
  const phone = String(21_900_000_000 + place * 1_001);
  return days.map((daysAgo) => ({ phone, name, daysAgo, amountCents, isConfirmed: true }));
}

/** Sixty lost, six at risk, five loyal, two new, four occasional; the first of each spent much. */
function clientele(): PastPurchase[] {
  const worth = (index: number) => (index === 0 ? 123_456_789 : index === 1 ? 25_000 : 12_345);
  const group = (from: number, size: number, name: string, days: (index: number) => number[]) =>
    Array.from({ length: size }, (_, index) =>
      buyer(from + index, index === 2 ? undefined : `${name} ${index}`, days(index), worth(index)),
    ).flat();
  return [
    ...group(0, 60, 'Perdida', (index) => [121 + index]),
    ...group(100, 6, 'Sumida', (index) => (index === 0 ? [61, 300] : [120 - index])),
    ...group(200, 5, 'Maria Aparecida dos Santos Albuquerque Vasconcelos', () => [60, 90, 100, 150]),
    ...group(300, 2, 'Nova', (index) => [index * 30]),
    ...group(400, 4, 'Ocasional', (index) => [31 + index, 45]),
  ];
}

interface SegmentSums {
  label: string;
  customers: number;
  spent: number;
  high: number;
  medium: number;
  base: number;
}

/** The same groups, recounted from the purchases. */
function countSegments({ slug }: Merchant): Promise<SegmentSums[]> {
  return asOwner<SegmentSums>(
    `WITH buyers AS (
       SELECT (now() AT TIME ZONE m.time_zone)::date - max((t.created_at AT TIME ZONE m.time_zone)::date) AS last,
         (now() AT TIME ZONE m.time_zone)::date - min((t.created_at AT TIME ZONE m.time_zone)::date) AS first,
         count(*) AS purchases, sum(t.amount_cents - t.reversed_amount_cents) AS spent
       FROM merchants m JOIN transactions t ON t.merchant_id = m.id AND t.status = 'completed'
       WHERE m.signup_link_slug = $1 GROUP BY m.time_zone, t.customer_id
     )
     SELECT CASE WHEN last > 120 THEN 'Perdidos' WHEN last > 60 THEN 'Em risco' WHEN purchases >= 4 THEN 'Fiéis'
         WHEN first <= 30 THEN 'Novos' ELSE 'Ocasionais' END AS label,
       count(*)::int AS customers, sum(spent)::float8 AS spent, count(*) FILTER (WHERE spent > 50000)::int AS high,
       count(*) FILTER (WHERE spent > 20000 AND spent <= 50000)::int AS medium,
       count(*) FILTER (WHERE spent <= 20000)::int AS base
     FROM buyers GROUP BY 1`,
    [slug],
  );
}

test('a new merchant is told what to do, and its first purchase makes a new customer', async ({
  counter,
}) => {
  await watchLayout(counter);
  await counter.goto('/reports/customers');
  await expect(counter.getByText('Ninguém comprou ainda')).toBeVisible();
  await expect(counter.getByRole('heading', { level: 2 })).toHaveText(['Segmentos']);
  expect(await layoutShifts(counter)).toEqual([]);
  await expectAccessible(counter, 'no customers yet');

  await issueCashback(counter, newPhone(), '1.234,56');
  await counter.keyboard.press('Escape');
  await counter.getByRole('link', { name: 'Relatórios' }).first().click();
  await counter
    .getByRole('navigation', { name: 'Relatórios' })
    .getByRole('link', { name: 'Clientes' })
    .click();
  await expect(counter).toHaveURL(/\/reports\/customers$/);
  await expect(card(counter, 'Novos')).toContainText('1 cliente100,0% de todos');
  await expect(card(counter, 'Novos')).toContainText(reais(123_456));
  await expect(cohorts(counter).getByRole('row').nth(1)).toContainText('100,0%');
});

test('every buyer is in one segment, and the numbers are those of the purchases', async ({
  counter,
  merchant,
}) => {
  await insertPastPurchases(merchant, clientele());
  const expected = await countSegments(merchant);
  const total = expected.reduce((sum, { customers }) => sum + customers, 0);
  expect(total).toBe(77);
  expect(expected).toHaveLength(5);
  await watchLayout(counter);
  await counter.goto('/reports/customers');
  for (const { label, customers, spent, high, medium, base } of expected) {
    const shown = card(counter, label);
    await expect(shown).toContainText(`${customers} clientes${percent(customers, total)} de todos`);
    await expect(shown).toContainText(`Total gasto${reais(spent)}`);
    await expect(shown).toContainText(`Gasto médio${reais(Math.round(spent / customers))}`);
    await expect(shown).toContainText(`Alto valor${high}Médio valor${medium}Valor inicial${base}`);
  }
  await expect(cohorts(counter)).toBeVisible();
  expect(await layoutShifts(counter)).toEqual([]);
  await expectAccessible(counter, 'segments');
  for (const width of [390, 768, 1440]) {
    await counter.setViewportSize({ width, height: 780 });
    const below = counter.locator('h2', { hasText: 'Retorno por mês da primeira compra' });
    expect(await moveOnArrival(counter, '/reports/customers', below, cohorts(counter)), `${width} px`).toBe(
      0,
    );
  }
});

test('the customers behind a segment are listed page by page, by value, and lead to their own page', async ({
  counter,
  merchant,
}) => {
  await insertPastPurchases(merchant, clientele());
  await counter.goto('/reports/customers');
  await card(counter, 'Perdidos').getByRole('link').focus();
  await counter.keyboard.press('Enter');
  await expect(counter).toHaveURL(/\?segmento=perdidos$/);
  await expect(list(counter, 'Perdidos')).toBeFocused();
  await expect(rows(counter, 'Perdidos')).toHaveCount(50);
  await expect(rows(counter, 'Perdidos').first()).toContainText('Perdida 0');
  await expect(rows(counter, 'Perdidos').first()).toContainText(reais(123_456_789));
  await expect(rows(counter, 'Perdidos').nth(2)).toContainText(
    /Nome não informado.*\(21\) 90000-2002.*\d\d\/\d\d\/\d{4}/,
  );
  await counter.getByRole('button', { name: 'Carregar mais' }).click();
  await expect(rows(counter, 'Perdidos')).toHaveCount(60);
  await expect(counter.getByRole('button', { name: 'Carregar mais' })).toHaveCount(0);
  await expect(list(counter, 'Perdidos').getByRole('status')).toHaveText('60 clientes');
  const names = await rows(counter, 'Perdidos').getByRole('rowheader').getByRole('link').allTextContents();
  expect(new Set(names).size).toBe(60);
  await expectAccessible(counter, 'customers of a segment');

  await counter.getByLabel('Valor', { exact: true }).selectOption('Médio valor');
  await expect(counter).toHaveURL(/\?segmento=perdidos&valor=medio$/);
  await expect(rows(counter, 'Perdidos')).toHaveCount(1);
  await counter.reload();
  await expect(rows(counter, 'Perdidos')).toContainText('Perdida 1');
  await counter.getByRole('link', { name: 'Perdida 1', exact: true }).click();
  await expect(counter).toHaveURL(/\/customers\/[0-9a-f-]{36}$/);
  await counter.goBack();
  await expect(rows(counter, 'Perdidos')).toHaveCount(1);

  await card(counter, 'Fiéis').getByRole('link').click();
  await expect(rows(counter, 'Fiéis')).toHaveCount(5);
  await counter.getByLabel('Valor', { exact: true }).selectOption('Valor inicial');
  await expect(counter.getByText('Nenhum cliente deste valor neste segmento')).toBeVisible();
  await counter.getByRole('button', { name: 'Ver todos os valores' }).click();
  await expect(rows(counter, 'Fiéis')).toHaveCount(5);
  await counter.getByRole('link', { name: 'Fechar lista' }).click();
  await expect(list(counter, 'Fiéis')).toHaveCount(0);
});

test('a segment leaves as a file that says who is in it', async ({ counter, merchant }) => {
  await insertPastPurchases(merchant, clientele());
  await counter.goto('/reports/customers?segmento=em-risco');
  await expect(rows(counter, 'Em risco')).toHaveCount(6);
  await list(counter, 'Em risco').getByRole('button', { name: 'Exportar' }).click();
  const [download] = await Promise.all([
    counter.waitForEvent('download'),
    counter.getByRole('menuitem', { name: 'Em risco em CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/em-risco.*\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  for (const name of ['Sumida 0', 'Sumida 1', 'Sumida 5']) expect(text).toContain(name);
  expect(text).not.toContain('Perdida');
});

test('the table of returns says what the purchases say, as share, customers and revenue', async ({
  counter,
  merchant,
}) => {
  await insertPastPurchases(merchant, clientele());
  const expected = await asOwner<{ cohort: number; month: number; customers: number; cents: number }>(
    `WITH purchases AS (
       SELECT t.customer_id, t.amount_cents, t.created_at AT TIME ZONE m.time_zone AS at, now() AT TIME ZONE m.time_zone AS now
       FROM merchants m JOIN transactions t ON t.merchant_id = m.id WHERE m.signup_link_slug = $1
     ), dated AS (
       SELECT *, extract(year FROM age) * 12 + extract(month FROM age) AS months_ago
       FROM (SELECT *, age(date_trunc('month', now), date_trunc('month', at)) AS age FROM purchases) s
     ), joined AS (
       SELECT d.*, max(d.months_ago) OVER (PARTITION BY d.customer_id) AS cohort FROM dated d
     )
     SELECT cohort::int, (cohort - months_ago)::int AS month, count(DISTINCT customer_id)::int AS customers,
       sum(amount_cents)::float8 AS cents
     FROM joined WHERE cohort < 12 GROUP BY 1, 2`,
    [merchant.slug],
  );
  await counter.goto('/reports/customers');
  // The first row is the current month's; the columns begin with the month and how many there were.
  const cell = ({ cohort, month }: { cohort: number; month: number }) =>
    cohorts(counter)
      .locator('tbody tr')
      .nth(cohort)
      .locator('td')
      .nth(month + 1);
  const sizeOf = (cohort: number) =>
    expected.find((each) => each.cohort === cohort && each.month === 0)?.customers ?? 0;
  expect(expected.length).toBeGreaterThan(8);
  for (const each of expected)
    await expect(cell(each)).toHaveText(percent(each.customers, sizeOf(each.cohort)));

  await counter.getByRole('radio', { name: 'Retenção' }).focus();
  await counter.keyboard.press('ArrowRight');
  await expect(counter.getByRole('radio', { name: 'Clientes' })).toBeChecked();
  for (const each of expected) await expect(cell(each)).toHaveText(String(each.customers));
  await counter.keyboard.press('ArrowRight');
  for (const each of expected) await expect(cell(each)).toHaveText(reais(each.cents));
  await expectAccessible(counter, 'returns as revenue');
});

test('a customer of a segment is called by WhatsApp, with the balance and the day it begins to expire', async ({
  counter,
  merchant,
  request,
}) => {
  await asOwner(
    'UPDATE merchants SET cashback_expires = true, cashback_expiration_days = 30 WHERE signup_link_slug = $1',
    [merchant.slug],
  );
  const phone = newPhone();
  const counterApi = await openCounterApi(request, merchant);
  await counterApi.confirm(await counterApi.sell(phone, 28_080));
  await asOwner(`UPDATE customers SET name = 'Ana Beatriz Souza' WHERE phone = $1`, [phone]);
  await counter.goto('/reports/customers?segmento=novos');
  await expect(rows(counter, 'Novos')).toHaveCount(1);
  const [expiry = ''] =
    (await rows(counter, 'Novos').textContent())?.match(/vence a partir de \d\d\/\d\d\/\d{4}/) ?? [];
  const call = counter.getByRole('link', { name: 'Chamar Ana Beatriz Souza no WhatsApp' });
  const address = new URL((await call.getAttribute('href')) ?? '');
  expect([address.origin, address.pathname]).toEqual(['https://wa.me', `/55${phone}`]);
  expect(address.searchParams.get('text')?.replaceAll('\u00a0', ' ')).toBe(
    `Olá, Ana! ${merchant.name} avisa: você tem R$ 14,04 de cashback para usar, que começa a vencer em ${expiry.slice(-10)}. Esperamos a sua visita!`,
  );
  const days =
    (Date.parse(expiry.slice(-10).split('/').reverse().join('-')) - Date.parse(today())) / 86_400_000;
  expect(days).toBe(30);
  for (const width of [390, 1_440]) {
    await counter.setViewportSize({ width, height: 900 });
    await expectPageWidth(counter, width);
    await expectAccessible(counter, `a segment with messages to send at ${width}`);
  }
});

test('numbers that cannot be had say so and are tried again; nothing is wider than a phone or a tablet', async ({
  counter,
  merchant,
}) => {
  await insertPastPurchases(merchant, clientele());
  await counter.route('**/trpc/reports.**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await counter.goto('/reports/customers');
  await expect(counter.getByRole('alert')).toHaveText(
    Array.from({ length: 2 }, () => /^Sem conexão com o servidor/),
  );
  await expectAccessible(counter, 'failed');
  await counter.unroute('**/trpc/reports.**');
  const again = counter.getByRole('button', { name: 'Tentar novamente' });
  await again.last().click();
  await again.first().click();
  await expect(cohorts(counter)).toBeVisible();

  for (const width of [390, 768]) {
    await counter.setViewportSize({ width, height: 780 });
    await counter.goto('/reports/customers?segmento=fieis');
    await expect(rows(counter, 'Fiéis')).toHaveCount(5);
    await expect(cohorts(counter)).toBeVisible();
    await expectPageWidth(counter, width);
    await expectAccessible(counter, `segments and returns at ${width}`);
  }
  // The months scroll inside their card, under a first column that stays.
  const frame = counter.getByRole('region', { name: 'Tabela de retorno' });
  await frame.focus();
  const first = cohorts(counter).locator('tbody th').first();
  await counter.setViewportSize({ width: 390, height: 780 });
  for (let press = 0; press < 5; press += 1) await counter.keyboard.press('ArrowRight');
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect((await first.boundingBox())?.x).toBe((await frame.boundingBox())?.x);
});
