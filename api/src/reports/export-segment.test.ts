import { SEGMENTS, type Segment, type Value } from 'domain/segments';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import type { FileFormat } from '../lib/write-file.ts';
import { csvRows, xlsxSheets } from '../test/exported-file.ts';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { exportSegment } from './export-segment.ts';
import { listCustomersOfSegment } from './list-segment-customers.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

const open = (format: FileFormat, segment: Segment, value?: Value) =>
  exportSegment(fixture.app, fixture.staff, REQUEST, { segment, value, format });

const shown = (phone: string) => `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;
const HEADINGS = ['Nome', 'Telefone', 'Compras', 'Total Gasto', 'Primeira Compra', 'Última Compra'];

/** Makes one lost buyer and one loyal one, who spent R$ 1.234.567,89 and more. */
async function twoBuyers(): Promise<{ lost: string; loyal: string }> {
  const { counter, owner, staff } = fixture;
  const [lost, loyal] = [freshPhone(), freshPhone()];
  clock.set('2025-10-01T12:00:00Z');
  await counter.earn(lost, 5_000);
  clock.set('2026-03-09T12:00:00Z');
  for (let purchase = 0; purchase < 3; purchase += 1) await counter.earn(loyal, 10_000);
  clock.set('2026-03-11T01:30:00Z');
  await counter.earn(loyal, 123_456_789);
  await createCounter(fixture.app, await insertMerchant(owner)).earn(freshPhone(), 7_700);
  await owner.query("UPDATE customers SET name = '=1+1 Conceição' WHERE merchant_id = $1 AND phone = $2", [
    staff.merchantId,
    loyal,
  ]);
  return { lost, loyal };
}

test('the file has the customers of the segment alone, with what they bought and when', async () => {
  const { lost, loyal } = await twoBuyers();
  const file = await open('csv', 'loyal');
  expect(file.name).toBe('clientes-fieis-2026-03-10.csv');
  expect(await csvRows(file)).toEqual([
    HEADINGS,
    ["'=1+1 Conceição", shown(loyal), '4', '1234867,89', '09/03/2026', '10/03/2026'],
  ]);
  const [sheet] = await xlsxSheets(await open('xlsx', 'lost'));
  expect(sheet?.name).toBe('Perdidos');
  const day = new Date('2025-10-01T00:00:00Z');
  expect(sheet?.rows).toEqual([HEADINGS, [null, shown(lost), 1, 50, day, day]]);
});

test('a value narrows it, and its label is in the name; an empty segment is a file with the headings', async () => {
  const { lost } = await twoBuyers();
  expect(await csvRows(await open('csv', 'lost', 'high'))).toEqual([HEADINGS]);
  const file = await open('csv', 'lost', 'base');
  expect(file.name).toBe('clientes-perdidos-valor-inicial-2026-03-10.csv');
  expect((await csvRows(file)).slice(1).map((row) => row[1])).toEqual([shown(lost)]);
  expect((await open('xlsx', 'at_risk', 'high')).name).toBe('clientes-em-risco-alto-valor-2026-03-10.xlsx');
});

test('whose segment was taken is recorded before a byte of it is sent', async () => {
  for (const value of ['medium', undefined] as const) (await open('csv', 'new', value)).content.destroy();
  const { rows } = await fixture.owner.query(
    "SELECT entity, details FROM audit_log WHERE merchant_id = $1 AND action = 'segment.export' ORDER BY id",
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([
    { entity: 'segment', details: { format: 'csv', segment: 'new', customerValue: 'medium' } },
    { entity: 'segment', details: { format: 'csv', segment: 'new' } },
  ]);
});

test('more customers than a page are all there, once each, in the order of the screen', async () => {
  const { owner, staff } = fixture;
  await fixture.counter.issue(fixture.phone, 100);
  await owner.query(
    `WITH people AS (
       INSERT INTO customers (merchant_id, id, phone, total_spent_cents, last_purchase_at)
       SELECT $1, gen_random_uuid(), '119' || (10000000 + n), 100, '2026-03-08T12:00:00Z'::timestamptz - n % 7 * interval '1 day'
       FROM generate_series(1, 2500) n RETURNING *)
     INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
       token_hash, token_expires_at, created_at)
     SELECT merchant_id, gen_random_uuid(), id, $2, 100, 5, 500, sha256(id::text::bytea), '2026-04-01Z', last_purchase_at FROM people`,
    [staff.merchantId, staff.employeeId],
  );
  const phones = (await csvRows(await open('csv', 'new'))).slice(1).map((row) => row[1]);
  expect(new Set(phones).size).toBe(2_501);
  expect(phones).toHaveLength(2_501);
  const { customers } = await listCustomersOfSegment(fixture.app, staff.merchantId, { segment: 'new' });
  expect(phones.slice(0, 50)).toEqual(customers.map(({ phone }) => shown(phone)));
  for (const segment of SEGMENTS.filter((each) => each !== 'new'))
    expect(await csvRows(await open('csv', segment)), segment).toEqual([HEADINGS]);
});
