import { monthAround, type Period } from 'domain/report-periods';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import type { FileFormat } from '../lib/write-file.ts';
import { csvRows, xlsxSheets } from '../test/exported-file.ts';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { exportDays } from './export-days.ts';
import { summarizePeriod } from './summarize-period.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
const WEEK = { from: '2026-03-09', to: '2026-03-12' };

const open = (format: FileFormat, period: Period = WEEK) =>
  exportDays(fixture.app, fixture.staff, REQUEST, { period, format });

/** A purchase of R$ 1.234.567,89 at 22:30 of the ninth, one that is reversed in part, and a redemption. */
async function someDays(): Promise<void> {
  const { counter, phone, owner } = fixture;
  clock.set('2026-03-05T12:00:00Z');
  await counter.earn(phone, 1_000);
  clock.set('2026-03-10T01:30:00Z');
  await counter.issue(freshPhone(), 123_456_789);
  clock.set('2026-03-10T12:00:00Z');
  const partly = await counter.earn(phone, 3_333);
  await counter.spend(phone, 201);
  clock.set('2026-03-12T12:00:00Z');
  await counter.reversePurchase(partly, 1_000);
  await createCounter(fixture.app, await insertMerchant(owner)).earn(freshPhone(), 7_700);
}

const HEADINGS = ['Data', 'Transações', 'Receita', 'Cashback Distribuído', 'Total Resgatado'];

test('the CSV has every day of the period, also those without purchases, and their sum below', async () => {
  await someDays();
  const file = await open('csv');
  expect(file.name).toBe('relatorio-diario-2026-03-09-a-2026-03-12.csv');
  expect(await csvRows(file)).toEqual([
    HEADINGS,
    ['09/03/2026', '1', '1234567,89', '61728,39', '0,00'],
    ['10/03/2026', '1', '23,33', '1,17', '2,01'],
    ['11/03/2026', '0', '0,00', '0,00', '0,00'],
    ['12/03/2026', '0', '0,00', '0,00', '0,00'],
    ['Total', '2', '1234591,22', '61729,56', '2,01'],
  ]);
});

test('the workbook has the cards and insights, beside those of the period before, and the days as numbers and dates', async () => {
  await someDays();
  const [summary, days, ...others] = await xlsxSheets(await open('xlsx'));
  expect([summary?.name, days?.name, others.length]).toEqual(['Resumo', 'Dias', 0]);
  expect(days?.rows.slice(0, 3)).toEqual([
    HEADINGS,
    [new Date('2026-03-09T00:00:00Z'), 1, 1_234_567.89, 61_728.39, 0],
    [new Date('2026-03-10T00:00:00Z'), 1, 23.33, 1.17, 2.01],
  ]);
  expect(days?.rows).toHaveLength(5);
  const [headings = [], ...lines] = summary?.rows ?? [];
  const named = lines.map((line) =>
    Object.fromEntries(line.map((cell, index) => [String(headings[index]), cell])),
  );
  expect(named).toEqual([
    {
      Período: 'Período',
      De: new Date('2026-03-09T00:00:00Z'),
      Até: new Date('2026-03-12T00:00:00Z'),
      'Total de Transações': 2,
      'Receita Total': 1_234_591.22,
      'Cashback Distribuído': 61_729.56,
      'Total Resgatado': 2.01,
      'Ticket Médio': 617_295.61,
      'Cashback Médio por Transação': 30_864.78,
      'Taxa de Resgate': 0,
      'Cashback Pendente': 61_727.55,
    },
    expect.objectContaining({
      // The period's last day is not over: its counterpart counts until the same time.
      Período: 'Período anterior, até as 09:00',
      De: new Date('2026-03-05T00:00:00Z'),
      Até: new Date('2026-03-08T00:00:00Z'),
      'Receita Total': 10,
    }),
  ]);
});

test('the numbers are those on the screen at that moment, also the negative and the shares', async () => {
  const { counter, phone } = fixture;
  clock.set('2026-03-05T12:00:00Z');
  await counter.earn(phone, 100_000);
  clock.set('2026-03-10T12:00:00Z');
  await counter.earn(phone, 10_000);
  await counter.spend(phone, 1_234);
  const {
    figures: totals,
    insights,
    days,
  } = await summarizePeriod(fixture.app, fixture.staff.merchantId, WEEK);
  const [summary, daily] = await xlsxSheets(await open('xlsx'));
  const [headings = [], line = []] = summary?.rows ?? [];
  const cell = (heading: string) => line[headings.indexOf(heading)];
  expect(insights).toEqual({
    averageTicketCents: 10_000,
    averageCashbackCents: 500,
    redemptionRateTenths: 2_468,
    pendingCents: -734,
  });
  expect([cell('Receita Total'), cell('Total Resgatado')]).toEqual([
    totals.revenueCents / 100,
    totals.redeemedCents / 100,
  ]);
  expect([cell('Taxa de Resgate'), cell('Cashback Pendente'), cell('Ticket Médio')]).toEqual([
    2.468, -7.34, 100,
  ]);
  expect(
    daily?.rows.slice(1).map(([day, ...cells]) => [(day as Date).toISOString().slice(0, 10), ...cells]),
  ).toEqual(
    days.map(({ day, transactions, revenueCents, cashbackCents, redeemedCents }) => [
      day,
      transactions,
      revenueCents / 100,
      cashbackCents / 100,
      redeemedCents / 100,
    ]),
  );
});

test('a merchant without purchases gets its days with zeros', async () => {
  const rows = await csvRows(await open('csv', { from: '2028-02-28', to: '2028-03-01' }));
  expect(rows.slice(1).map(([first]) => first)).toEqual(['28/02/2028', '29/02/2028', '01/03/2028', 'Total']);
  expect(new Set(rows.slice(1).flatMap((row) => row.slice(1)))).toEqual(new Set(['0', '0,00']));
});

test('who took the file, and of what, is recorded before a byte of it is sent', async () => {
  const { content } = await open('csv', monthAround('2026-03-10'));
  content.destroy();
  const { rows } = await fixture.owner.query(
    "SELECT employee_id, details FROM audit_log WHERE merchant_id = $1 AND action = 'report.export'",
    [fixture.staff.merchantId],
  );
  const details = { format: 'csv', content: 'days', firstDay: '2026-03-01', lastDay: '2026-03-31' };
  expect(rows).toEqual([{ employee_id: fixture.staff.employeeId, details }]);
});
