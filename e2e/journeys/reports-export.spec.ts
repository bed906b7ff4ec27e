import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { type CounterApi, openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expect, type Merchant, newPhone, openSession, test } from '../src/merchant.ts';
import { insertPastPurchases } from '../src/past-purchases.ts';

const { readXlsx } = createRequire(new URL('../../api/package.json', import.meta.url))('hucre/xlsx');

/**
 * R$ 1.234.567,89 sold to a customer whose name is a formula, R$ 100 to José of which R$ 25 came back, and R$
 * 1,50 redeemed.
 */
async function somePurchases(
  counterApi: CounterApi,
  merchant: Merchant,
): Promise<{ formula: string; jose: string }> {
  const [formula, jose] = [newPhone(), newPhone()];
  await counterApi.sell(formula, 123_456_789);
  const purchase = await counterApi.sell(jose, 10_000);
  expect(await counterApi.confirm(purchase)).toBe(200);
  expect(await counterApi.confirm(await counterApi.redeem(jose, 150))).toBe(200);
  await counterApi.reversePurchase(purchase.transactionId, 2_500);
  for (const [phone, name] of [
    [formula, '=HYPERLINK("http://x";"clique")'],
    [jose, 'José Conceição'],
  ])
    await asOwner(
      `UPDATE customers SET name = $3 FROM merchants m
       WHERE m.id = customers.merchant_id AND m.signup_link_slug = $1 AND customers.phone = $2`,
      [merchant.slug, phone, name],
    );
  return { formula, jose };
}

async function download(counter: Page, choice: string): Promise<Download> {
  await counter.getByRole('button', { name: 'Exportar' }).click();
  const started = counter.waitForEvent('download');
  await counter.getByRole('menuitem', { name: choice, exact: true }).click();
  const file = await started;
  await expect(counter.getByRole('button', { name: 'Exportar', exact: true })).toBeEnabled();
  return file;
}

const contentOf = async (file: Download): Promise<Buffer> => await readFile(await file.path());
const linesOf = async (file: Download) => (await contentOf(file)).toString().trimEnd().split('\r\n');
const sheetsOf = async (file: Download) => (await readXlsx(await contentOf(file))).sheets;

/** As a CSV has it. */
const today = () =>
  new Intl.DateTimeFormat('pt-BR', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date());

test('what the reports show leaves as CSV and as a workbook, in the same numbers', async ({
  counter,
  request,
  merchant,
}) => {
  await somePurchases(await openCounterApi(request, merchant), merchant);
  await counter.goto('/reports');
  await expect(counter.getByText(/R\$\s1\.234\.642,89/).first()).toBeVisible();

  const csv = await download(counter, 'Dia a dia em CSV');
  expect(csv.suggestedFilename()).toMatch(/^relatorio-diario-\d{4}-\d\d-01-a-\d{4}-\d\d-\d\d\.csv$/);
  const lines = await linesOf(csv);
  expect(lines[0]).toBe('\ufeffData;Transações;Receita;Cashback Distribuído;Total Resgatado');
  expect(lines).toContain(`${today()};2;1234642,89;61732,14;1,50`);
  expect(lines.at(-1)).toBe('Total;2;1234642,89;61732,14;1,50');

  const xlsx = await download(counter, 'Dia a dia em Excel');
  expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/);
  const [summary, days] = await sheetsOf(xlsx);
  expect([summary.name, days.name]).toEqual(['Resumo', 'Dias']);
  expect(summary.rows[1].slice(3, 7)).toEqual([2, 1_234_642.89, 61_732.14, 1.5]);
  expect(days.rows).toHaveLength(lines.length - 1);
});

test('every movement of the period leaves as a row, without a formula among them', async ({
  counter,
  request,
  merchant,
}) => {
  await somePurchases(await openCounterApi(request, merchant), merchant);
  await counter.goto('/reports');
  const csv = await download(counter, 'Todas as operações em CSV');
  expect(csv.suggestedFilename()).toMatch(/^relatorio-operacoes-.*\.csv$/);
  const lines = await linesOf(csv);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(`;Compra;"'=HYPERLINK(""http://x"";""clique"")";`);
  expect(lines[2]).toContain(';100,00;25,00;75,00;5,00%;5,00;1,25;3,75;;;Creditado;');
  expect(lines[3]).toContain(';Resgate;José Conceição;');

  const [sheet] = await sheetsOf(await download(counter, 'Todas as operações em Excel'));
  expect(sheet.name).toBe('Operações');
  expect(sheet.rows[1].slice(1, 3)).toEqual(['Compra', '=HYPERLINK("http://x";"clique")']);
  expect(sheet.rows[1][5]).toBe(1_234_567.89);
  expect(sheet.rows[1][0]).toBeInstanceOf(Date);
});

test('the customers behind a segment leave as a file, all of them or those of one value', async ({
  counter,
  merchant,
}) => {
  const [often, once] = [newPhone(), newPhone()];
  await insertPastPurchases(
    merchant,
    [40, 30, 20, 10].map((daysAgo) => ({
      phone: often,
      name: '=1+1 Conceição',
      daysAgo,
      amountCents: 123_456_789,
    })),
  );
  await insertPastPurchases(merchant, [{ phone: once, name: 'Ana', daysAgo: 5, amountCents: 1_000 }]);
  await counter.goto('/reports/customers?segmento=fieis');
  await expect(counter.getByRole('table', { name: 'Clientes: Fiéis' })).toContainText('=1+1 Conceição');
  const csv = await download(counter, 'Fiéis em CSV');
  expect(csv.suggestedFilename()).toMatch(/^clientes-fieis-\d{4}-\d\d-\d\d\.csv$/);
  const shown = `(${often.slice(0, 2)}) ${often.slice(2, 7)}-${often.slice(7)}`;
  const [headings, line, ...others] = await linesOf(csv);
  expect(headings).toBe('\ufeffNome;Telefone;Compras;Total Gasto;Primeira Compra;Última Compra');
  expect(line).toContain(`'=1+1 Conceição;${shown};4;4938271,56;`);
  expect(others).toEqual([]);

  await counter.goto('/reports/customers?segmento=fieis&valor=inicial');
  const xlsx = await download(counter, 'Fiéis em Excel');
  expect(xlsx.suggestedFilename()).toMatch(/^clientes-fieis-valor-inicial-/);
  expect((await sheetsOf(xlsx))[0].rows).toHaveLength(1);
});

test('the menu is walked by keyboard, read by screen readers, and says what went wrong', async ({
  counter,
}) => {
  await counter.goto('/reports');
  const button = counter.getByRole('button', { name: 'Exportar' });
  const choice = (name: string) => counter.getByRole('menuitem', { name, exact: true });
  await expect(button).toBeVisible();
  await button.focus();
  await counter.keyboard.press('ArrowDown');
  await expect(choice('Dia a dia em Excel')).toBeFocused();
  await expectAccessible(counter, 'the menu of exports');
  await counter.keyboard.press('ArrowRight');
  await expect(choice('Dia a dia em CSV')).toBeFocused();
  await counter.keyboard.press('End');
  await expect(choice('Todas as operações em CSV')).toBeFocused();
  await counter.keyboard.press('ArrowDown');
  await expect(choice('Dia a dia em Excel')).toBeFocused();
  await counter.keyboard.press('Escape');
  await expect(counter.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();

  // A press on the button closes it again, one beside it too.
  for (const close of [() => button.click(), () => counter.getByRole('heading', { level: 1 }).click()]) {
    await button.click();
    await expect(counter.getByRole('menu')).toBeVisible();
    await close();
    await expect(counter.getByRole('menu')).toHaveCount(0);
  }

  // During an export the button shows it; a failure is reported, and the focus stays where it was.
  let abort: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    abort = resolve;
  });
  await counter.route('**/files/reports.csv?*', async (route) => {
    await held;
    await route.abort();
  });
  await button.press('Enter');
  await counter.keyboard.press('ArrowDown');
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('button', { name: 'Exportando...' })).toBeDisabled();
  abort();
  await expect(
    counter.getByText('Sem conexão com o servidor. Verifique a internet e tente novamente.'),
  ).toBeVisible();
  await expect(button).toBeFocused();

  await counter.unroute('**/files/reports.csv?*');
  await counter.route('**/files/reports.csv?*', (route) =>
    route.fulfill({
      status: 429,
      json: {
        error: {
          message: 'Muitas tentativas. Aguarde alguns minutos e tente novamente.',
          code: -32029,
          data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429, refusal: 'too_many_requests', fields: null },
        },
      },
    }),
  );
  await button.press('Enter');
  await choice('Dia a dia em CSV').click();
  await expect(
    counter.getByText('Muitas tentativas. Aguarde alguns minutos e tente novamente.'),
  ).toBeVisible();
});

test('who may not export has no button', async ({ counter, merchant }) => {
  await asOwner("UPDATE employees SET role = 'operator' WHERE email = $1", [merchant.email]);
  await openSession(counter, merchant);
  await counter.goto('/reports');
  await expect(counter.getByRole('heading', { name: /Relatórios/, level: 1 })).toBeVisible();
  await expect(counter.getByText('Total de Transações')).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Exportar' })).toHaveCount(0);
});
