import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useDatabaseFixture } from 'testing/database-fixture';
import { OWN_PAGE } from 'testing/raw-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { toCamel } from './data-section.ts';
import { LEFT_OUT, LEFT_OUT_COLUMNS } from './left-out.ts';
import { DATA_SECTIONS } from './show-customer-data.ts';

const PRIVACY = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8');
/** Tables under other headings that hold data of customers too. */
const ELSEWHERE = ['audit_log', 'deliveries', 'integration_sync_log'];

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: Merchant;
let other: Merchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
  merchant = await createMerchant(server.app, fixture.owner);
  other = await createMerchant(server.app, fixture.owner);
});
afterAll(() => server?.close());

async function download(format: 'json' | 'html', customerId: string, role: 'owner' | 'manager' = 'owner') {
  const cookie = `session=${await openSession(server.app, merchant.staff[role])}`;
  return await server.ask(`/files/customer-data.${format}?customerId=${customerId}`, {
    headers: { cookie, ...OWN_PAGE },
  });
}

test('every column of every table about customers is shown, or left out for a reason', async () => {
  const [, customers = ''] = PRIVACY.split(/^### /m);
  const tables = [...customers.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name).concat(ELSEWHERE);
  expect(tables).toContain('data_requests');
  const { rows } = await fixture.owner.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1)`,
    [tables],
  );
  const missing = rows.filter(({ table, column }) => {
    const left = LEFT_OUT[table];
    if (typeof left === 'string') return false;
    const section = DATA_SECTIONS.find((each) => each.table === table);
    const isShown = section?.fields.some((field) => field.column === column);
    return !section || !(isShown || left?.[column] || LEFT_OUT_COLUMNS[column]);
  });
  expect(missing).toEqual([]);
});

test('nothing is left out that is gone', async () => {
  const named = Object.entries(LEFT_OUT).flatMap(([table, left]) =>
    typeof left === 'string' ? [[table, 'merchant_id']] : Object.keys(left).map((column) => [table, column]),
  );
  for (const [table, column] of named) {
    const { rowCount } = await fixture.owner.query(
      'SELECT FROM information_schema.columns WHERE table_name = $1 AND column_name = $2',
      [table, column],
    );
    expect(rowCount, `${table}.${column}`).toBe(1);
  }
});

test('the file for programs holds all traces of the customer and of the record merged into it', async () => {
  await fixture.owner.query(`UPDATE data_requests SET customer_id = $2 WHERE merchant_id = $1 AND id = $3`, [
    merchant.merchantId,
    merchant.customer.id,
    merchant.nextDataRequestId(),
  ]);
  await fixture.owner.query(`UPDATE deliveries SET customer_id = $2 WHERE merchant_id = $1`, [
    merchant.merchantId,
    merchant.customer.id,
  ]);
  // The fixture reversed another customer's purchase.
  await fixture.owner.query('UPDATE purchase_reversals SET customer_id = $2 WHERE merchant_id = $1', [
    merchant.merchantId,
    merchant.customer.id,
  ]);
  const { status, text } = await download('json', merchant.customer.id);
  expect(status).toBe(200);
  const file = JSON.parse(text);
  for (const { name, table, fields } of DATA_SECTIONS) {
    expect(file[name].length, `${name} has rows`).toBeGreaterThan(0);
    expect(Object.keys(file[name][0]), table).toEqual(fields.map(({ column }) => toCamel(column)));
  }
  expect(file.records).toHaveLength(2);
  expect(file.records[0].phone).toBe(merchant.customer.phone);
  const sum = (rows: { amountCents: number }[]) => rows.reduce((all, row) => all + row.amountCents, 0);
  expect(sum(file.ledger)).toBe(file.records[0].cashbackBalanceCents);
  for (const foreign of other.canaries) expect(text).not.toContain(foreign);
  for (const person of Object.values(merchant.staff)) expect(text).not.toContain(person.employeeId);
});

test('the page for people says the same in Portuguese, and what was typed stays text', async () => {
  await fixture.owner.query(`UPDATE customers SET name = '<b>Maria</b>' WHERE id = $1`, [
    merchant.customer.id,
  ]);
  const { status, text } = await download('html', merchant.customer.id);
  expect(status).toBe(200);
  for (const { title } of DATA_SECTIONS) expect(text).toContain(`<h2>${title}</h2>`);
  expect(text).toContain('Dados de &lt;b&gt;Maria&lt;/b&gt;');
  expect(text).not.toMatch(/<b>|<script|undefined|null|\[object/);
  expect(text).toMatch(/<dt>Valor<\/dt><dd>R\$\u00a0[\d.]+,\d\d<\/dd>/);
  expect(text).toMatch(/<dd>\d\d\/\d\d\/\d{4} \d\d:\d\d<\/dd>/);
  expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
});

test('each download is in the audit log; the record of a merged customer leads to the same data', async () => {
  const { rows } = await fixture.owner.query<{ id: string }>(
    'SELECT id FROM customers WHERE merchant_id = $1 AND merged_into_id = $2',
    [merchant.merchantId, merchant.customer.id],
  );
  const before = await countEntries();
  const answer = await download('json', rows[0]?.id ?? '');
  expect(JSON.parse(answer.text).records[0].phone).toBe(merchant.customer.phone);
  expect(await countEntries()).toBe(before + 1);
});

async function countEntries(): Promise<number> {
  const { rows } = await fixture.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_log
     WHERE merchant_id = $1 AND action = 'customer.export_data' AND entity_id = $2`,
    [merchant.merchantId, merchant.customer.id],
  );
  return rows[0]?.count ?? 0;
}

test("a manager may not, and another merchant's customer does not exist", async () => {
  expect((await download('json', merchant.customer.id, 'manager')).status).toBe(403);
  expect((await download('html', other.customer.id)).text).toContain('customer_not_found');
});
