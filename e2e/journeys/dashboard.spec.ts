import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import {
  card,
  countTotals,
  insertPurchase,
  insertSpend,
  month,
  panel,
  sameDaysBefore,
  shortly,
  today,
  written,
} from '../src/dashboard-screen.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { layoutShifts, watchLayout } from '../src/first-seconds.ts';
import { holdAnswers } from '../src/held-answers.ts';
import { expect, type Merchant, MOTION, newPhone, test } from '../src/merchant.ts';
import { insertPast } from '../src/past-days.ts';
import { chartFiles, chartFilesRoute, reais, valueUnder } from '../src/reports-screen.ts';

test.use(MOTION);

const from = (page: Page) => page.getByLabel('Data inicial');
const to = (page: Page) => page.getByLabel('Data final');
const CAC = 'Custo por cliente novo \\(CAC\\)';
const count = (number: number) => number.toLocaleString('pt-BR');
const average = (sum: number, parts: number) => (parts === 0 ? 0 : Math.round(sum / parts));

/** Every card, panel and metric, against numbers of this file's own making. */
async function expectTotals(
  page: Page,
  merchant: Merchant,
  days: { from: string; to: string },
): Promise<void> {
  const expected = await countTotals(merchant, days);
  await expect(valueUnder(page, 'Total de Clientes')).toHaveText(count(expected.customers));
  await expect(valueUnder(page, 'Transações')).toHaveText(count(expected.purchases));
  await expect(valueUnder(page, 'Cashback Distribuído')).toHaveText(reais(expected.cashback));
  await expect(valueUnder(page, 'Ticket Médio')).toHaveText(
    reais(average(expected.revenue, expected.purchases)),
  );
  await expect(panel(page, 'Cashback Ativo').locator('p').nth(1)).toHaveText(reais(expected.cashback));
  await expect(panel(page, 'Resgates Realizados').locator('p').nth(1)).toHaveText(reais(expected.redeemed));
  await expect(valueUnder(page, 'Investimento Total')).toHaveText(reais(expected.spend));
  await expect(valueUnder(page, 'Novos Clientes')).toHaveText(count(expected.new_customers));
  await expect(valueUnder(page, CAC)).toHaveText(reais(average(expected.spend, expected.new_customers)));
  await expect(valueUnder(page, 'Receita Média')).toHaveText(
    reais(average(expected.revenue, Math.max(expected.payers, 1))),
  );
  await expect(valueUnder(page, 'Valor por cliente \\(LTV\\)')).toHaveText(
    reais(average(expected.revenue, Math.max(expected.payers, 1))),
  );
}

test('a new merchant is invited to its first purchase; the period can be chosen before', async ({
  counter,
  merchant,
}) => {
  await counter.goto('/dashboard');
  await expect(counter.getByText(`Bem-vindo, ${merchant.name}!`)).toBeVisible();
  await expect(counter.getByText('Nenhuma venda registrada ainda')).toBeVisible();
  await expect(counter.getByRole('region', { name: 'Análise LTV/CAC' })).toHaveCount(0);
  await expectAccessible(counter, 'dashboard of a new merchant');
  await counter.getByRole('button', { name: 'Hoje' }).click();
  await expect(counter).toHaveURL(new RegExp(`\\?de=${today()}&ate=${today()}$`));
  await counter.getByRole('link', { name: 'Gerar Cashback' }).last().click();
  await expect(counter).toHaveURL(/\/cashback$/);
});

test('the current month is shown to the centavo, net, beside the same days of the month before', async ({
  counter,
  merchant,
  request,
}) => {
  const last = month(-1).to;
  for (const amountCents of [8_000, 4_000, 6_666])
    await insertPurchase(merchant, `${month(-1).from} 00:00:00`, amountCents);
  // A day or some hours that have yet to come in this month: not compared with.
  await insertPurchase(merchant, `${last} 23:59:59.999999`, 55_500);
  await insertPast(merchant, [{ day: month(-2).to, purchases: [12_000], redeemed: [250] }]);
  await insertPurchase(merchant, `${month().from} 00:00:00`, 10_001);
  await insertSpend(merchant, month().to, 12_345);
  await insertSpend(merchant, last, 99_900);
  const counterApi = await openCounterApi(request, merchant);
  const phone = newPhone();
  await counterApi.confirm(await counterApi.sell(phone, 123_457));
  const partly = await counterApi.sell(newPhone(), 20_000);
  await counterApi.reversePurchase(partly.transactionId, 7_501);
  const wholly = await counterApi.sell(phone, 999_900);
  await counterApi.reversePurchase(wholly.transactionId, 999_900);
  await counterApi.confirm(await counterApi.redeem(phone, 1_234));
  const undone = await counterApi.redeem(phone, 500);
  await counterApi.confirm(undone);
  await counterApi.reverseRedemption(undone.redemptionId);

  await counter.goto('/dashboard');
  await expect(from(counter)).toHaveValue(written(month().from));
  await expect(to(counter)).toHaveValue(written(month().to));
  await expectTotals(counter, merchant, month());
  const expected = await countTotals(merchant, month());
  expect([expected.purchases, expected.revenue, expected.redeemed, expected.spend]).toEqual([
    3, 145_957, 1_234, 12_345,
  ]);
  await expect(card(counter, 'Total de Clientes')).toContainText(`+${expected.new_this_month} este mês`);
  // Three purchases after three, 72,98 after 9,33 of cashback.
  const days = shortly(sameDaysBefore());
  await expect(card(counter, 'Transações')).toContainText(`Sem mudança comparado com ${days}`);
  await expect(card(counter, 'Cashback Distribuído')).toContainText(`+682,2% comparado com ${days}`);
  await expect(panel(counter, 'Resgates Realizados')).toContainText(/Antes: R\$\s0,00/);
  const elapsed = shortly({ from: month().from, to: today() });
  await expect(counter.getByText(`${elapsed} comparado com ${days}, ambos até `)).toBeVisible();

  await counter.getByRole('button', { name: 'Mês passado' }).click();
  await expectTotals(counter, merchant, month(-1));
  await expect(valueUnder(counter, 'Ticket Médio')).toHaveText(reais(18_542));
  await expect(card(counter, 'Transações')).toContainText('+300,0%');
  await expect(panel(counter, 'Resgates Realizados')).toContainText('-100,0%');
  await expect(
    counter.getByText(`${shortly(month(-1), month(-1))} comparado com ${shortly(month(-2), month(-1))}`, {
      exact: true,
    }),
  ).toBeVisible();
  // Counted in the calendar month, whatever the period.
  await expect(card(counter, 'Total de Clientes')).toContainText(`+${expected.new_this_month} este mês`);
});

test('a merchant is compared with no day before it joined; what customers may use now is of all times', async ({
  counter,
  merchant,
  request,
}) => {
  const counterApi = await openCounterApi(request, merchant);
  await counterApi.confirm(await counterApi.sell(newPhone(), 10_000));
  await counter.goto('/dashboard');
  await expect(
    counter.getByText(`Sem comparação: em ${shortly(sameDaysBefore())} a loja ainda não usava o programa.`),
  ).toBeVisible();
  await expect(counter.getByText('Antes:')).toHaveCount(0);
  await expectAccessible(counter, 'dashboard without a comparison');
  await counter.goto('/dashboard?de=2026-03-01&ate=2026-03-31');
  const active = panel(counter, 'Cashback Ativo');
  await expect(active).toContainText('o mesmo valor do cartão acima');
  await expect(active.locator('p').nth(1)).toHaveText(reais(0));
  await expect(valueUnder(counter, 'Seus clientes podem usar agora')).toHaveText(reais(500));
  await counter.goto('/dashboard?de=2099-03-01&ate=2099-03-31');
  await expect(counter.getByText('Sem comparação: o período ainda não começou.')).toBeVisible();
});

test('a period lives in the address, its last day counts to its last moment, and back leads to the one before', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, '2026-03-10 00:00:00', 1_000);
  await insertPurchase(merchant, '2026-03-20 23:59:59.999', 2_500);
  await insertPurchase(merchant, '2026-03-21 00:00:00', 9_900);
  await insertPurchase(merchant, '2026-03-09 23:59:59.999', 7_700);
  await counter.goto('/dashboard?de=2026-03-10&ate=2026-03-20');
  await expect(valueUnder(counter, 'Transações')).toHaveText('2');
  await expect(valueUnder(counter, 'Ticket Médio')).toHaveText(reais(1_750));
  await expectTotals(counter, merchant, { from: '2026-03-10', to: '2026-03-20' });
  await expect(card(counter, 'Total de Clientes')).not.toContainText('este mês');

  await to(counter).fill('21/03/2026');
  await expect(counter).toHaveURL(/\?de=2026-03-10&ate=2026-03-21$/);
  await expect(valueUnder(counter, 'Transações')).toHaveText('3');
  await from(counter).fill('09/03/2026');
  await from(counter).press('Enter');
  await expect(valueUnder(counter, 'Transações')).toHaveText('4');
  await counter.goBack();
  await expect(from(counter)).toHaveValue('10/03/2026');
  await expect(valueUnder(counter, 'Transações')).toHaveText('3');
  await counter.reload();
  await expect(valueUnder(counter, 'Transações')).toHaveText('3');

  for (const [preset, days] of [
    ['Este mês', month()],
    ['Mês passado', month(-1)],
    ['Hoje', { from: today(), to: today() }],
    ['Este ano', { from: `${today().slice(0, 4)}-01-01`, to: `${today().slice(0, 4)}-12-31` }],
  ] as const) {
    await counter.getByRole('button', { name: preset }).click();
    await expect(from(counter)).toHaveValue(written(days.from));
    await expect(to(counter)).toHaveValue(written(days.to));
    await expect(counter.getByRole('button', { name: preset })).toHaveAttribute('aria-pressed', 'true');
  }
});

test('a period that cannot be says so beside its field and loses neither what was typed nor what is shown', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, '2026-03-15 12:00:00', 1_000);
  await counter.goto('/dashboard?de=2026-03-01&ate=2026-03-31');
  await expect(valueUnder(counter, 'Transações')).toHaveText('1');
  await from(counter).fill('02/04/2026');
  await expect(to(counter)).toHaveAccessibleDescription('A data final deve ser igual ou posterior à inicial');
  await expect(from(counter)).toHaveValue('02/04/2026');
  await expect(to(counter)).toHaveValue('31/03/2026');
  await expectAccessible(counter, 'dashboard, period the wrong way round');
  await from(counter).fill('02/04/2019');
  await expect(from(counter)).toHaveAccessibleDescription('Escolha um período de até 5 anos');
  await from(counter).fill('31/02/2026');
  await expect(from(counter)).toHaveAccessibleDescription('Informe uma data válida');
  await from(counter).fill('');
  await expect(from(counter)).toHaveAccessibleDescription('Informe uma data válida');
  await expect(valueUnder(counter, 'Transações')).toHaveText('1');
  await expect(counter).toHaveURL(/\?de=2026-03-01&ate=2026-03-31$/);
  await from(counter).fill('16/03/2026');
  await expect(valueUnder(counter, 'Transações')).toHaveText('0');
  await expect(from(counter)).toHaveAccessibleDescription('');

  await counter.goto('/dashboard?de=2026-03-31&ate=ontem');
  await expect(from(counter)).toHaveValue(written(month().from));
  await expect(to(counter)).toHaveValue(written(month().to));
});

test('one request brings all of it, and nothing moves when it comes or when the period changes', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, `${month().from} 00:00:00`, 123_456_789);
  await insertSpend(merchant, today(), 1_000);
  await watchLayout(counter);
  for (const width of [390, 768, 1440]) {
    await counter.setViewportSize({ width, height: 900 });
    const answers = await holdAnswers(counter, '**/trpc/{reports,spend}.*');
    await counter.goto('/dashboard');
    await expect(counter.getByText('Carregando os números do período')).toBeAttached();
    answers.release();
    await expect(valueUnder(counter, 'Cashback Distribuído')).toHaveText(reais(6_172_839));
    expect(answers.asked).toEqual(['/trpc/reports.dashboard,reports.acquisition,spend.list,setup.show']);
    await answers.stop();
    const next = await holdAnswers(counter, '**/trpc/{reports,spend}.*');
    await counter.getByRole('button', { name: 'Mês passado' }).click();
    const numbers = counter.locator('[aria-busy]', { has: counter.getByText('Cashback Distribuído') });
    await expect(numbers).toBeVisible();
    await expect(valueUnder(counter, 'Cashback Distribuído')).toHaveText(reais(6_172_839));
    next.release();
    await expect(valueUnder(counter, 'Cashback Distribuído')).toHaveText(reais(0));
    await expect(numbers).toHaveCount(0);
    expect(await layoutShifts(counter), `${width} px`).toEqual([]);
    await next.stop();
  }
});

test('what cannot be had says so in its place and comes with another try', async ({ counter, merchant }) => {
  await insertPurchase(merchant, `${month().from} 00:00:00`, 1_000);
  await counter.route('**/trpc/{reports,spend}.*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await counter.goto('/dashboard');
  await expect(counter.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(3);
  await expectAccessible(counter, 'dashboard failed');
  await counter.unroute('**/trpc/{reports,spend}.*');
  for (const left of [2, 1, 0]) {
    await counter.getByRole('button', { name: 'Tentar novamente' }).first().click();
    await expect(counter.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(left);
  }
  await expectTotals(counter, merchant, month());
});

test('large amounts and long names fit on each screen, light and dark, and no chart is loaded', async ({
  counter,
  merchant,
}) => {
  const scripts: string[] = [];
  counter.on('response', (response) => scripts.push(response.url()));
  for (const amountCents of [987_654_321, 123_456_789]) {
    await insertPurchase(merchant, `${month().from} 00:00:00`, amountCents);
    await insertSpend(merchant, today(), amountCents);
  }
  for (const width of [390, 768, 1440]) {
    await counter.setViewportSize({ width, height: 900 });
    await counter.goto('/dashboard');
    await expect(valueUnder(counter, 'Investimento Total')).toHaveText(reais(1_111_111_110));
    await expect(counter.getByRole('region', { name: 'Análise LTV/CAC' })).toBeVisible();
    await expectPageWidth(counter, width);
    const cut = () =>
      counter.evaluate(() =>
        [...document.querySelectorAll('dd')]
          .filter((each) => each.scrollWidth > each.clientWidth + 1)
          .map((each) => each.textContent),
      );
    await expect.poll(cut).toEqual([]);
    await expectAccessible(counter, `dashboard with data at ${width} px`);
  }
  expect(scripts.some((url) => url.includes('/remotes/mfe-analytics/'))).toBe(true);
  expect(chartFiles()).not.toEqual([]);
  expect(scripts.filter((url) => chartFilesRoute().test(url))).toEqual([]);
});
