import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import type { App } from '../context.ts';
import type { FileFormat } from '../lib/write-file.ts';
import { insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { exportCustomers } from './export-customers.ts';
import { readCustomerFile } from './read-customer-file.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

const open = (format: FileFormat, app: Pick<App, 'tenancy'> = fixture.app) =>
  exportCustomers(app, fixture.staff, REQUEST, format);

async function csvRows(): Promise<string[][]> {
  const text = (await buffer((await open('csv')).content)).toString();
  return parse(text, { bom: true, delimiter: ';' });
}

async function xlsxRows() {
  const workbook = await readXlsx(await buffer((await open('xlsx')).content));
  expect(workbook.sheets.map((sheet) => sheet.name)).toEqual(['Clientes']);
  return workbook.sheets[0]?.rows ?? [];
}

/** Inserts a customer into the table, with a name that the forms would refuse. */
async function insertNamed(name: string, phone = freshPhone()): Promise<void> {
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, name, email, created_at)
     VALUES ($1, gen_random_uuid(), $2, $3, $3 || '@loja.example', '2026-01-31T02:30:00Z')`,
    [fixture.staff.merchantId, phone, name],
  );
}

const HEADINGS = [
  'Nome',
  'Telefone',
  'Email',
  'Total Gasto',
  'Cashback Disponível',
  'A Liberar',
  'Total Acumulado',
  'Última Compra',
  'Data de Cadastro',
];

/** A customer who has spent R$ 1.234.567,89; one credit is maturing, and two have expired. */
async function customerWithHistory(): Promise<void> {
  const { counter, phone } = fixture;
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 2 });
  await counter.earn(phone, 100);
  await counter.adjust(phone, 700);
  await fixture.setRules({ cashback_available_immediately: false, cashback_maturing_days: 10 });
  // 22:30 of the day before in São Paulo. The first two credits have expired by then, and no job has run.
  clock.set('2026-03-14T01:30:00.000Z');
  await counter.earn(phone, 123_456_689);
}

test('the CSV opens in a Brazilian Excel: byte order mark, semicolons, decimal commas, days of the merchant', async () => {
  await customerWithHistory();
  const file = await open('csv');
  expect(file.name).toBe('clientes-2026-03-13.csv');
  const text = (await buffer(file.content)).toString();
  expect(text.startsWith('\ufeffNome;Telefone;')).toBe(true);
  const [headings, ...rows] = parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' });
  expect(headings).toEqual(HEADINGS);
  const { phone } = fixture;
  const shown = `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;
  expect(rows).toEqual([
    ['', shown, '', '1234567,89', '0,00', '61728,34', '61728,39', '13/03/2026', '10/03/2026'],
  ]);
});

test('balances are exact, before any job has expired or matured them', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 2 });
  await counter.adjust((await counter.issue(phone, 20_000)).phone, 700);
  await fixture.setRules({
    cashback_available_immediately: false,
    cashback_maturing_days: 10,
    cashback_expires: false,
  });
  await counter.earn(phone, 20_000);
  const balances = async () => (await csvRows())[1]?.slice(4, 6);
  expect(await balances()).toEqual(['7,00', '10,00']);
  clock.set('2026-03-14T12:00:00.000Z');
  expect(await balances()).toEqual(['0,00', '10,00']);
  clock.set('2026-03-24T12:00:00.000Z');
  expect(await balances()).toEqual(['10,00', '0,00']);
});

test('the workbook has numbers, dates and text', async () => {
  await customerWithHistory();
  await insertNamed('Ana');
  const rows = await xlsxRows();
  expect(rows[0]).toEqual(HEADINGS);
  const [, , , ...numbers] = rows.find((row) => row[3] === 1_234_567.89) ?? [];
  expect(numbers).toEqual([
    1_234_567.89,
    0,
    61_728.34,
    61_728.39,
    new Date('2026-03-13T00:00:00Z'),
    new Date('2026-03-10T00:00:00Z'),
  ]);
  // The previous day in the merchant's time zone, and no purchase yet.
  expect(rows.find((row) => row[0] === 'Ana')?.slice(3)).toEqual([
    0,
    0,
    0,
    0,
    null,
    new Date('2026-01-30T00:00:00Z'),
  ]);
});

const FORMULAS = ['=HYPERLINK("http://x";"clique")', '+55 11', '-1', '@x', '\tx', '\rx', '＝1+1'];

test('a text that looks like a formula is text in both', async () => {
  for (const name of FORMULAS) await insertNamed(name);
  const cells = (await csvRows()).slice(1).flat();
  for (const name of FORMULAS) {
    expect(cells).toContain(`'${name}`);
    expect(cells).toContain(`'${name}@loja.example`);
  }
  expect(cells.filter((cell) => /^[=+\-@\t\r＝]/.test(cell))).toEqual([]);

  const workbook = await readXlsx(await buffer((await open('xlsx')).content), { readStyles: true });
  const sheet = workbook.sheets[0];
  expect(sheet?.rows.slice(1).map((row) => row[0])).toEqual(
    expect.arrayContaining(FORMULAS.filter((name) => name !== '\rx')),
  );
  const formulas = [...(sheet?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined);
  expect(formulas).toEqual([]);
});

test('separators, quotation marks, line ends and characters that XML forbids stay inside their cell', async () => {
  const names = ['a;b', 'diz "oi"', 'duas\nlinhas', '<b>&amp;', 'sino \u0007', '  espaços  '];
  for (const name of names) await insertNamed(name);
  expect((await csvRows()).map((row) => row[0])).toEqual(expect.arrayContaining(names));
  const inWorkbook = (await xlsxRows()).map((row) => row[0]);
  expect(inWorkbook).toHaveLength(names.length + 1);
  expect(inWorkbook).toEqual(expect.arrayContaining(names.filter((name) => !name.includes('\u0007'))));
});

test('merged records appear once, under the record they went into, and no other merchant is in the file', async () => {
  const { counter, owner, phone } = fixture;
  const merged = freshPhone();
  await counter.earn(phone, 10_000);
  await counter.earn(merged, 10_000);
  await counter.merge(phone, merged);
  const other = await insertMerchant(owner);
  await owner.query(
    "INSERT INTO customers (merchant_id, id, phone, name) VALUES ($1, gen_random_uuid(), $2, 'Alheia')",
    [other.merchantId, freshPhone()],
  );
  const rows = (await csvRows()).slice(1);
  expect(rows.map((row) => row[3])).toEqual(['200,00']);
});

test('the audit entry is written before a byte of the file is sent', async () => {
  await insertNamed('Ana');
  const file = await open('xlsx');
  const { rows } = await fixture.owner.query(
    "SELECT employee_id, entity, details FROM audit_log WHERE merchant_id = $1 AND action = 'customer.export'",
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([
    { employee_id: fixture.staff.employeeId, entity: 'customer', details: { format: 'xlsx', count: 1 } },
  ]);
  file.content.destroy();
});

async function insertMany(count: number): Promise<void> {
  await fixture.owner.query('ALTER TABLE customers DISABLE TRIGGER USER');
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, name)
     SELECT $1, gen_random_uuid(), '119' || (10000000 + n), 'Cliente ' || n FROM generate_series(1, $2::int) n`,
    [fixture.staff.merchantId, count],
  );
  await fixture.owner.query('ALTER TABLE customers ENABLE TRIGGER USER');
  // Inserted without the triggers that record each, so the rollups are rebuilt before they are read.
  await fixture.owner.query('UPDATE rollup_states SET built_at = NULL WHERE merchant_id = $1', [
    fixture.staff.merchantId,
  ]);
}

/** The product's tenancy, counting its transactions. */
function countingApp(): Pick<App, 'tenancy'> & { transactions: number } {
  const { tenancy } = fixture.app;
  const app = {
    transactions: 0,
    tenancy: {
      ...tenancy,
      withTenant: ((merchantId, run) => {
        app.transactions += 1;
        return tenancy.withTenant(merchantId, run);
      }) as typeof tenancy.withTenant,
    },
  };
  return app;
}

test('twenty thousand customers are all there, once each; pages are read only as the download needs them', async () => {
  await insertMany(20_000);
  const names = Array.from({ length: 20_000 }, (_, index) => `Cliente ${index + 1}`).sort();
  expect(
    (await csvRows())
      .slice(1)
      .flatMap((row) => row[0] ?? '')
      .sort(),
  ).toEqual(names);
  expect(
    (await xlsxRows())
      .slice(1)
      .map((row) => row[0])
      .sort(),
  ).toEqual(names);

  for (const format of ['csv', 'xlsx'] as const) {
    const app = countingApp();
    const { content } = await open(format, app);
    await content[Symbol.asyncIterator]().next();
    // Meanwhile another download is read to its end.
    await buffer((await open(format)).content);
    const readAhead = app.transactions;
    expect(readAhead, format).toBeLessThan(8);
    content.destroy();
    await csvRows();
    expect(app.transactions, format).toBeLessThanOrEqual(readAhead + 1);
  }
});

test('a merchant without customers gets a file with the headings, which the import explains', async () => {
  expect(await csvRows()).toEqual([HEADINGS]);
  expect(await xlsxRows()).toEqual([HEADINGS]);
  const { errors } = await readCustomerFile(await buffer((await open('csv')).content));
  expect(errors).toMatchObject([{ line: null, message: expect.stringContaining('só o cabeçalho') }]);
});
