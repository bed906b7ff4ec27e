import { monthAround, type Period } from 'domain/report-periods';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import type { App } from '../context.ts';
import type { FileFormat } from '../lib/write-file.ts';
import { csvRows, xlsxSheets } from '../test/exported-file.ts';
import { insertManyPurchases } from '../test/many-purchases.ts';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { exportMovements } from './export-movements.ts';
import { summarizePeriod } from './summarize-period.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
const MARCH = monthAround('2026-03-10');

const open = (format: FileFormat, period: Period = MARCH, app: Pick<App, 'tenancy'> = fixture.app) =>
  exportMovements(app, fixture.staff, REQUEST, { period, format });

async function rows(period?: Period): Promise<Record<string, string>[]> {
  const [headings = [], ...lines] = await csvRows(await open('csv', period));
  return lines.map((line) => Object.fromEntries(line.map((cell, index) => [headings[index], cell])));
}

async function nameCustomer(phone: string, name: string): Promise<void> {
  await fixture.owner.query('UPDATE customers SET name = $3 WHERE merchant_id = $1 AND phone = $2', [
    fixture.staff.merchantId,
    phone,
    name,
  ]);
}

const shown = (phone: string) => `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;

const HEADINGS = [
  'Data e Hora',
  'Operação',
  'Cliente',
  'Telefone',
  'Funcionário',
  'Valor da Compra',
  'Compra Estornada',
  'Compra Líquida',
  'Percentual',
  'Cashback',
  'Cashback Estornado',
  'Cashback Líquido',
  'Valor do Resgate',
  'Resgate Líquido',
  'Situação',
  'Confirmado em',
];

test('each purchase and each redemption is one row, in order, in the moments of the merchant', async () => {
  const { counter, phone } = fixture;
  await counter.issue(phone, 123_456_789);
  await nameCustomer(phone, 'João da Conceição');
  clock.set('2026-03-11T12:00:05Z');
  await counter.earn(phone, 10_000);
  clock.set('2026-03-12T12:00:00Z');
  await counter.spend(phone, 150);
  const file = await open('csv');
  expect(file.name).toBe('relatorio-operacoes-2026-03-01-a-2026-03-31.csv');
  const [headings, ...lines] = await csvRows(file);
  expect(headings).toEqual(HEADINGS);
  const who = ['João da Conceição', shown(phone), 'Maria'];
  expect(lines.map((line) => line.slice(0, 14))).toEqual([
    ['10/03/2026 09:00:00', 'Compra', ...who, '1234567,89', '0,00', '1234567,89', '5,00%'].concat([
      '61728,39',
      '0,00',
      '61728,39',
      '',
      '',
    ]),
    ['11/03/2026 09:00:05', 'Compra', ...who, '100,00', '0,00', '100,00', '5,00%'].concat([
      '5,00',
      '0,00',
      '5,00',
      '',
      '',
    ]),
    ['12/03/2026 09:00:00', 'Resgate', ...who, '', '', '', '', '', '', '', '1,50', '1,50'],
  ]);
  expect(lines.map((line) => line.slice(14))).toEqual([
    ['Aguardando leitura', ''],
    ['Creditado', '11/03/2026 09:00:05'],
    ['Resgatado', '12/03/2026 09:00:00'],
  ]);
});

/** Makes one movement of each kind that was corrected, one that waits and one that expired. */
async function everythingThatHappens(): Promise<void> {
  const { counter, phone } = fixture;
  clock.set('2026-02-01T12:00:00Z');
  await counter.issue(freshPhone(), 900);
  await fixture.setRules({ earning_min_purchase_cents: 1_000 });
  await counter.issue(freshPhone(), 900);
  clock.set('2026-03-02T12:00:00Z');
  await counter.issue(phone, 4_000);
  const partly = await counter.earn(phone, 10_000);
  const wholly = await counter.earn(phone, 33_333);
  await counter.spend(phone, 150);
  const undone = await counter.spend(phone, 275);
  await counter.createRedemption(phone, 99);
  await counter.reversePurchase(partly, 2_500);
  await counter.reversePurchase(wholly, 33_333);
  await counter.reverseRedemption(undone);
}

test('corrected rows say so, and lapsed codes differ from those that can still be confirmed', async () => {
  await everythingThatHappens();
  const situations = async () =>
    (await rows({ from: '2026-02-01', to: '2026-03-31' })).map((row) => row.Situação);
  const settled = ['Sem cashback', 'Creditado', 'Estornado', 'Resgatado', 'Estornado'];
  expect((await situations()).sort()).toEqual(
    ['Aguardando leitura', 'Aguardando leitura', 'Aguardando', ...settled].sort(),
  );
  clock.set('2026-03-05T12:00:00Z');
  expect((await situations()).sort()).toEqual(
    ['Não lido', 'Aguardando leitura', 'Não confirmado', ...settled].sort(),
  );
  const corrected = (await rows()).filter((row) => row['Compra Estornada'] !== '0,00');
  expect(
    corrected.filter((row) => row.Operação === 'Compra').map((row) => Object.values(row).slice(5, 12)),
  ).toEqual(
    expect.arrayContaining([
      ['100,00', '25,00', '75,00', '5,00%', '5,00', '1,25', '3,75'],
      ['333,33', '333,33', '0,00', '5,00%', '16,67', '16,67', '0,00'],
    ]),
  );
  const undone = (await rows()).find((row) => row['Valor do Resgate'] === '2,75');
  expect(undone).toMatchObject({ 'Resgate Líquido': '0,00', 'Confirmado em': '02/03/2026 09:00:00' });
});

test('the columns sum up to the numbers on the screen, to the centavo', async () => {
  await everythingThatHappens();
  const { figures: totals } = await summarizePeriod(fixture.app, fixture.staff.merchantId, MARCH);
  const [sheet] = await xlsxSheets(await open('xlsx'));
  const sum = (heading: string) =>
    Math.round(
      (sheet?.rows ?? [])
        .slice(1)
        .reduce((total, row) => total + Number(row[HEADINGS.indexOf(heading)] ?? 0) * 100, 0),
    );
  expect({
    revenueCents: sum('Compra Líquida'),
    cashbackCents: sum('Cashback Líquido'),
    redeemedCents: sum('Resgate Líquido'),
  }).toEqual({
    revenueCents: totals.revenueCents,
    cashbackCents: totals.cashbackCents,
    redeemedCents: totals.redeemedCents,
  });
  expect(totals.revenueCents).toBe(11_500);
});

test('the workbook has numbers, percentages, moments and text', async () => {
  const { counter, phone } = fixture;
  await counter.issue(phone, 123_456_789);
  await nameCustomer(phone, '=HYPERLINK("http://x";"clique")');
  const sheets = await xlsxSheets(await open('xlsx'));
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Operações']);
  const [headings, line] = sheets[0]?.rows ?? [];
  expect(headings).toEqual(HEADINGS);
  expect(line).toEqual([
    new Date('2026-03-10T09:00:00Z'),
    'Compra',
    '=HYPERLINK("http://x";"clique")',
    shown(phone),
    'Maria',
    1_234_567.89,
    0,
    1_234_567.89,
    0.05,
    61_728.39,
    0,
    61_728.39,
    null,
    null,
    'Aguardando leitura',
    null,
  ]);
  const cells = [...(sheets[0]?.cells?.values() ?? [])];
  expect(cells.filter((cell) => cell.formula !== undefined)).toEqual([]);
  expect((await rows())[0]?.Cliente).toBe(`'=HYPERLINK("http://x";"clique")`);
});

test('the period is of the merchant’s days: a purchase at 22:30 is of that day, and the borders belong to one day each', async () => {
  const { counter } = fixture;
  for (const [moment, cents] of [
    ['2026-03-13T02:59:59.999Z', 100],
    ['2026-03-13T03:00:00.000Z', 200],
    ['2026-03-14T01:30:00.000Z', 300],
    ['2026-03-14T02:59:59.999Z', 400],
    ['2026-03-14T03:00:00.000Z', 500],
  ] as const) {
    clock.set(moment);
    await counter.issue(freshPhone(), cents);
  }
  const day = { from: '2026-03-13', to: '2026-03-13' };
  expect((await rows(day)).map((row) => row['Valor da Compra'])).toEqual(['2,00', '3,00', '4,00']);
});

test('a period without movements is a file with the headings', async () => {
  await fixture.counter.issue(fixture.phone, 10_000);
  const before = { from: '2026-02-01', to: '2026-02-28' };
  expect(await csvRows(await open('csv', before))).toEqual([HEADINGS]);
  const [sheet] = await xlsxSheets(await open('xlsx', before));
  expect(sheet?.rows).toEqual([HEADINGS]);
});

test("another merchant's movements are never in it, and joined records are the one they became", async () => {
  const { counter, phone, owner } = fixture;
  await createCounter(fixture.app, await insertMerchant(owner)).earn(phone, 7_700);
  const merged = freshPhone();
  await counter.earn(merged, 10_000);
  await counter.merge((await counter.issue(phone, 5_000)).phone, merged);
  const all = await rows();
  expect(all.map((row) => row['Valor da Compra']).sort()).toEqual(['100,00', '50,00']);
  expect(new Set(all.map((row) => row.Telefone))).toEqual(new Set([shown(phone)]));
});

test('who took the file, and of what, is recorded before a byte of it is sent', async () => {
  const file = await open('xlsx');
  const { rows: entries } = await fixture.owner.query(
    "SELECT employee_id, entity, details FROM audit_log WHERE merchant_id = $1 AND action = 'report.export'",
    [fixture.staff.merchantId],
  );
  const details = { format: 'xlsx', content: 'operations', firstDay: '2026-03-01', lastDay: '2026-03-31' };
  expect(entries).toEqual([{ employee_id: fixture.staff.employeeId, entity: 'report', details }]);
  file.content.destroy();
});

/** The product's tenancy, counting how often it is asked. */
function countingApp(): Pick<App, 'tenancy'> & { transactions: number; settled(): Promise<void> } {
  const { tenancy } = fixture.app;
  let pending = 0;
  const app = {
    transactions: 0,
    tenancy: {
      ...tenancy,
      withTenant: (async (merchantId, run) => {
        app.transactions += 1;
        pending += 1;
        try {
          return await tenancy.withTenant(merchantId, run);
        } finally {
          pending -= 1;
        }
      }) as typeof tenancy.withTenant,
    },
    /** All pending reads are done, and none follows in the next turns. */
    async settled() {
      for (let quiet = 0; quiet < 100; quiet = pending === 0 ? quiet + 1 : 0)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return app;
}

test('thirty thousand purchases are all there, once each and in order; a slow download is not read ahead, one given up not read on', async () => {
  const COUNT = 30_000;
  await fixture.counter.issue(fixture.phone, 1);
  await insertManyPurchases(fixture.owner, fixture.staff, COUNT);
  const lines = (await csvRows(await open('csv'))).slice(1);
  const cents = lines.map((line) => Number(line[5]?.replace(',', '')));
  expect(cents.toSorted((a, b) => a - b)).toEqual([1, ...Array.from({ length: COUNT }, (_, n) => n + 1)]);
  const days = lines.map((line) => `${line[0]?.slice(0, 2)} ${line[0]?.slice(11)}`);
  expect(days).toEqual(days.toSorted());

  for (const format of ['csv', 'xlsx'] as const) {
    const app = countingApp();
    const { content } = await open(format, MARCH, app);
    const reader = content[Symbol.asyncIterator]();
    await reader.next();
    await app.settled();
    const readAhead = app.transactions;
    expect(readAhead, format).toBeLessThan(8);
    for (let chunk = 0; chunk < 5; chunk += 1) await reader.next();
    await app.settled();
    // One page for a chunk, or a few: never more than the reader has asked for.
    expect(app.transactions, format).toBeLessThan(COUNT / 1_000 / 2 + 8);
    const before = app.transactions;
    content.destroy();
    await app.settled();
    expect(app.transactions, format).toBeLessThanOrEqual(before + 1);
  }
});

test('nothing is held while no reader reads: no connection, whatever the number of downloads', async () => {
  await fixture.counter.issue(fixture.phone, 1);
  await insertManyPurchases(fixture.owner, fixture.staff, 5_000);
  const files: Awaited<ReturnType<typeof open>>[] = [];
  while (files.length < 30) {
    const file = await open('csv');
    await file.content[Symbol.asyncIterator]().next();
    files.push(file);
  }
  // More downloads stand still than there are connections, and the counter goes on.
  expect((await fixture.counter.issue(fixture.phone, 4_000)).cashbackCents).toBe(200);
  for (const { content } of files) content.destroy();
});
