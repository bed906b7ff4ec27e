import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { written } from '../src/dashboard-screen.ts';
import { asOwner } from '../src/database.ts';
import { expect, type Merchant, newPhone, test } from '../src/merchant.ts';
import { insertPast } from '../src/past-days.ts';
import { AMOUNTS, chartCard, drawing, reais, TRANSACTIONS, valueUnder } from '../src/reports-screen.ts';

interface Sums {
  purchases: number;
  revenue: number;
  cashback: number;
  redeemed: number;
}

/** The period's sums from the rows themselves, net of reversals. */
async function sumsOf(merchant: Merchant, from: string, to: string): Promise<Sums> {
  const [sums] = await asOwner<Sums>(
    `SELECT
       (SELECT count(*)::int FROM transactions t WHERE t.merchant_id = m.id AND status = 'completed' AND ${between('t')}) AS purchases,
       (SELECT coalesce(sum(amount_cents - reversed_amount_cents), 0)::int FROM transactions t
        WHERE t.merchant_id = m.id AND status = 'completed' AND ${between('t')}) AS revenue,
       (SELECT coalesce(sum(cashback_cents - reversed_cashback_cents), 0)::int FROM transactions t
        WHERE t.merchant_id = m.id AND status = 'completed' AND ${between('t')}) AS cashback,
       (SELECT coalesce(sum(amount_cents), 0)::int FROM redemptions r
        WHERE r.merchant_id = m.id AND status = 'completed' AND ${between('r')}) AS redeemed
     FROM merchants m WHERE m.signup_link_slug = $1`,
    [merchant.slug, from, to],
  );
  if (!sums) throw new Error(`no merchant ${merchant.slug}`);
  return sums;
}

const between = (row: string) =>
  `(${row}.created_at AT TIME ZONE m.time_zone)::date BETWEEN $2::date AND $3::date`;

async function expectSums(page: Page, { purchases, revenue, cashback, redeemed }: Sums): Promise<void> {
  await expect(valueUnder(page, 'Total de Transações')).toHaveText(purchases.toLocaleString('pt-BR'));
  await expect(valueUnder(page, 'Receita Total')).toHaveText(reais(revenue));
  await expect(valueUnder(page, 'Cashback Distribuído')).toHaveText(reais(cashback));
  await expect(valueUnder(page, 'Total Resgatado')).toHaveText(reais(redeemed));
  const rate = cashback === 0 ? 0 : Math.round((redeemed / cashback) * 1_000) / 10;
  await expect(valueUnder(page, 'Ticket médio')).toHaveText(
    reais(purchases === 0 ? 0 : Math.round(revenue / purchases)),
  );
  await expect(valueUnder(page, 'Cashback médio por transação')).toHaveText(
    reais(purchases === 0 ? 0 : Math.round(cashback / purchases)),
  );
  await expect(valueUnder(page, 'Taxa de resgate')).toHaveText(`${rate.toFixed(1).replace('.', ',')}%`);
  await expect(valueUnder(page, 'Cashback pendente')).toHaveText(reais(cashback - redeemed));
}

/** The current month in São Paulo. */
function thisMonth(): { from: string; to: string; today: string } {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  const [year = 0, month = 0] = today.split('-').map(Number);
  const to = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: `${today.slice(0, 7)}-01`, to, today };
}

test('the current month is shown to the centavo, without what was taken back', async ({
  counter,
  merchant,
  request,
}) => {
  const { from, to } = thisMonth();
  const counterApi = await openCounterApi(request, merchant);
  const [maria, joao] = [newPhone(), newPhone()];
  await counterApi.confirm(await counterApi.sell(maria, 123_457));
  const partly = await counterApi.sell(joao, 20_000);
  await counterApi.confirm(partly);
  await counterApi.reversePurchase(partly.transactionId, 7_501);
  const wholly = await counterApi.sell(joao, 999_900);
  await counterApi.reversePurchase(wholly.transactionId, 999_900);
  await counterApi.confirm(await counterApi.redeem(maria, 1_234));
  const undone = await counterApi.redeem(maria, 500);
  await counterApi.confirm(undone);
  await counterApi.reverseRedemption(undone.redemptionId);
  await counterApi.redeem(maria, 300);

  await counter.goto('/dashboard');
  await counter.getByRole('link', { name: 'Relatórios' }).first().click();
  await expect(counter).toHaveURL(/\/reports$/);
  await expect(counter.getByLabel('Data inicial')).toHaveValue(written(from));
  await expect(counter.getByLabel('Data final')).toHaveValue(written(to));
  const sums = await sumsOf(merchant, from, to);
  expect(sums).toMatchObject({ purchases: 2, revenue: 123_457 + 20_000 - 7_501, redeemed: 1_234 });
  await expectSums(counter, sums);
  await expect(counter.getByText(/^Sem comparação: em /)).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Exportar' })).toBeVisible();

  await counterApi.sell(joao, 10_000);
  await counter.reload();
  await expectSums(counter, await sumsOf(merchant, from, to));
});

test('a period is compared with the one before, is in the address, and stays until the next has arrived', async ({
  counter,
  merchant,
}) => {
  await insertPast(merchant, [
    { day: '2026-01-31', purchases: [100_000] },
    { day: '2026-02-01', purchases: [30_000, 50_000] },
    { day: '2026-02-28', purchases: [20_000], redeemed: [2_000] },
    { day: '2026-03-01', purchases: [50_000], redeemed: [4_001] },
    { day: '2026-03-31', purchases: [40_005] },
  ]);
  await counter.goto('/reports?de=2026-03-01&ate=2026-03-31');
  await expectSums(counter, await sumsOf(merchant, '2026-03-01', '2026-03-31'));
  await expect(counter.getByText('1–31/3 comparado com 1–28/2', { exact: true })).toBeVisible();
  const tile = (name: string) => counter.locator('dl', { hasText: name });
  await expect(tile('Total de Transações')).toContainText('-33,3% comparado com 1–28/2');
  await expect(tile('Receita Total')).toContainText('-10,0% comparado com 1–28/2');
  await expect(tile('Total Resgatado')).toContainText('+100,1% comparado com 1–28/2');

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await counter.route('**/trpc/**reports.period**', async (route) => {
    await held;
    await route.fallback();
  });
  await counter.getByLabel('Data inicial').fill('01/02/2026');
  await counter.getByLabel('Data inicial').press('Enter');
  await expect(counter).toHaveURL(/\/reports\?de=2026-02-01&ate=2026-03-31$/);
  const report = counter.locator('[aria-busy="true"]', { has: counter.getByText('Insights') });
  await expect(report).toBeVisible();
  await expect(valueUnder(counter, 'Total de Transações')).toHaveText('2');
  await expect(drawing(chartCard(counter, AMOUNTS))).toBeVisible();
  letGo();
  await expect(report).toHaveCount(0);
  await expectSums(counter, await sumsOf(merchant, '2026-02-01', '2026-03-31'));
  await counter.reload();
  await expectSums(counter, await sumsOf(merchant, '2026-02-01', '2026-03-31'));
  await counter.goBack();
  await expect(counter.getByLabel('Data inicial')).toHaveValue('01/03/2026');
  await expectSums(counter, await sumsOf(merchant, '2026-03-01', '2026-03-31'));

  await counter.getByRole('link', { name: 'Equipe' }).click();
  await expect(counter).toHaveURL(/\/reports\/team\?de=2026-03-01&ate=2026-03-31$/);
});

test('a period without anything says what to do next, with all numbers at zero', async ({
  counter,
  merchant,
}) => {
  await counter.goto('/reports');
  await expect(counter.getByText('Nenhuma movimentação neste período')).toBeVisible();
  await expectSums(counter, { purchases: 0, revenue: 0, cashback: 0, redeemed: 0 });
  await expectAccessible(counter, 'an empty month');
  await counter.getByRole('link', { name: 'Gerar Cashback' }).last().click();
  await expect(counter).toHaveURL(/\/cashback$/);

  await counter.goto('/reports?de=2030-01-01&ate=2030-01-31');
  await expect(counter.getByText('Este período ainda não começou')).toBeVisible();
  await counter.getByRole('link', { name: 'Ver o mês atual' }).click();
  await expect(counter.getByLabel('Data inicial')).toHaveValue(written(thisMonth().from));

  // Redeemed without a purchase: nothing to divide by.
  await insertPast(merchant, [{ day: '2026-03-09', purchases: [], redeemed: [1_500] }]);
  await counter.goto('/reports?de=2026-03-01&ate=2026-03-31');
  await expectSums(counter, { purchases: 0, revenue: 0, cashback: 0, redeemed: 1_500 });
  await expect(counter.getByText('Foi usado mais do que se deu no período.')).toBeVisible();
  await expect(drawing(chartCard(counter, TRANSACTIONS))).toBeVisible();
});

test('numbers that cannot be had are asked for again', async ({ counter, merchant }) => {
  await insertPast(merchant, [{ day: '2026-03-09', purchases: [10_000] }]);
  await counter.route('**/trpc/**reports.period**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await counter.goto('/reports?de=2026-03-01&ate=2026-03-31');
  const retry = counter.getByRole('button', { name: 'Tentar novamente' });
  await expect(retry).toBeVisible();
  await expectAccessible(counter, 'a report that failed');
  await counter.unroute('**/trpc/**reports.period**');
  await retry.click();
  await expectSums(counter, await sumsOf(merchant, '2026-03-01', '2026-03-31'));
});

for (const width of [390, 768, 1440]) {
  test(`a report of great amounts and its table fit ${width} px, light and dark`, async ({
    counter,
    merchant,
  }) => {
    await insertPast(
      merchant,
      Array.from({ length: 31 }, (_, index) => ({
        day: `2026-03-${String(index + 1).padStart(2, '0')}`,
        purchases: [123_456_789, 987_654_321],
        redeemed: [12_345_678],
      })),
    );
    await counter.setViewportSize({ width, height: 900 });
    await counter.goto('/reports?de=2026-03-01&ate=2026-03-31');
    const cards = [AMOUNTS, TRANSACTIONS].map((title) => chartCard(counter, title));
    for (const card of cards) await expect(drawing(card)).toBeVisible();
    await expectFitting(counter);
    await drawing(chartCard(counter, AMOUNTS)).focus();
    await expectAccessible(counter, 'charts');
    for (const card of cards) await card.getByRole('button', { name: 'Ver como tabela' }).click();
    await expectFitting(counter);
    await expectAccessible(counter, 'tables');
  });
}

/** Nothing is wider than the screen, and no number is wider than its place. */
async function expectFitting(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const elements = [document.documentElement, ...document.querySelectorAll('main dd, main td, main dt')];
      return elements
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
        .map((element) => element.textContent?.slice(0, 60));
    });
  await expect.poll(tooWide).toEqual([]);
}
