import { randomUUID } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { rebuildRollups } from '../rollups/rebuild-rollups.ts';
import { verifyRollups } from '../rollups/verify-rollups.ts';
import type { StaffSession } from '../staff-session.ts';
import { insertMerchant, setRules } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { type IssuedCashback, issueCashback } from './issue-cashback.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

function sell(
  staff: StaffSession,
  phone: string,
  { amountCents = 10_000, operationId = randomUUID() } = {},
): Promise<IssuedCashback> {
  return issueCashback(fixture.app, staff, REQUEST, { operationId, phone, amountCents, isChecked: false });
}

/** The refusal's code or the error's name of each that failed, undefined of each that did not. */
async function failuresOf(purchases: Promise<unknown>[]): Promise<(string | undefined)[]> {
  const settled = await Promise.allSettled(purchases);
  return settled.map((each) =>
    each.status === 'rejected' ? (each.reason.code ?? each.reason.message) : undefined,
  );
}

/** Merchants whose terms this process has learned, each with a customer who bought before. */
async function openMerchants(count: number): Promise<{ staff: StaffSession; phone: string }[]> {
  const merchants = [];
  for (let each = 0; each < count; each += 1) {
    const staff = await insertMerchant(fixture.owner);
    const phone = freshPhone();
    await sell(staff, phone, { amountCents: 1 });
    merchants.push({ staff, phone });
  }
  return merchants;
}

/** The transactions that recorded these purchases. */
async function countCommits(sold: IssuedCashback[]): Promise<number | null> {
  const { rowCount } = await fixture.owner.query(
    'SELECT DISTINCT xmin::text FROM transactions WHERE id = ANY ($1)',
    [sold.map(({ transactionId }) => transactionId)],
  );
  return rowCount;
}

async function countWaiting(): Promise<number | null> {
  const { rowCount } = await fixture.owner.query(
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  return rowCount;
}

test('purchases that arrive together commit together, and each is of its own merchant alone', async () => {
  const merchants = await openMerchants(4);
  const { owner, app } = fixture;
  const ids = merchants.map(({ staff }) => staff.merchantId);
  await owner.query(
    `INSERT INTO webhook_endpoints (merchant_id, id, url, events)
     SELECT id, gen_random_uuid(), 'https://erp.example/' || id, '{cashback.issued}' FROM unnest($1::uuid[]) id`,
    [ids],
  );
  for (const id of ids) await rebuildRollups(app, id);
  const phone = freshPhone();
  const together = merchants.flatMap(({ staff, phone: known }, index) => [
    sell(staff, known, { amountCents: 1_000 * (index + 1) }),
    sell(staff, phone, { amountCents: 2_000 * (index + 1) }),
  ]);
  const sold = await Promise.all(together);
  const { rows } = await owner.query(
    `SELECT t.merchant_id, count(DISTINCT t.xmin::text)::int AS commits, sum(t.amount_cents)::int AS cents,
       count(DISTINCT a.id)::int AS audited, count(DISTINCT k.request_id)::int AS stored,
       count(DISTINCT d.id)::int AS announced, sum(DISTINCT c.total_spent_cents)::int AS spent
     FROM transactions t
     JOIN customers c ON c.merchant_id = t.merchant_id AND c.id = t.customer_id
     JOIN audit_log a ON a.merchant_id = t.merchant_id AND a.entity_id = t.id::text AND a.employee_id = t.employee_id
     JOIN idempotency_keys k ON k.merchant_id = t.merchant_id AND k.response ->> 'transactionId' = t.id::text
     JOIN deliveries d ON d.merchant_id = t.merchant_id AND d.subject_id = t.id
     WHERE t.merchant_id = ANY ($1) GROUP BY 1 ORDER BY 3`,
    [ids],
  );
  expect(rows).toEqual(
    ids.map((merchant_id, index) => ({
      ...{ merchant_id, commits: 1, audited: 2, stored: 2, announced: 2 },
      ...{ cents: 3_000 * (index + 1), spent: 3_000 * (index + 1) + 1 },
    })),
  );
  expect(await countCommits(sold)).toBe(1);
  const verified = await verifyRollups(app, ids, (difference) => expect(difference).toBeUndefined());
  expect(verified.unbuilt).toBe(0);
});

test('a purchase that the database refuses fails alone', async () => {
  const [one, two] = await openMerchants(2);
  if (!one || !two) throw new Error('there are two merchants');
  const stranger = { ...one.staff, employeeId: two.staff.employeeId };
  const failures = await failuresOf([
    sell(one.staff, one.phone),
    sell(stranger, freshPhone()),
    sell(two.staff, two.phone),
  ]);
  // 23503: the merchant has no such employee.
  expect(failures).toEqual([undefined, '23503', undefined]);
});

test('refusals of some purchases do not touch the others of their batch', async () => {
  const [one, two] = await openMerchants(2);
  if (!one || !two) throw new Error('there are two merchants');
  const used = randomUUID();
  const first = await sell(one.staff, one.phone, { operationId: used });
  await fixture.owner.query(
    'INSERT INTO employee_phones (merchant_id, employee_id, phone) VALUES ($1, $2, $3)',
    [two.staff.merchantId, two.staff.employeeId, two.phone],
  );
  const twice = randomUUID();
  const repeat = sell(one.staff, one.phone, { operationId: used });
  const failures = await failuresOf([
    repeat,
    sell(one.staff, one.phone, { operationId: used, amountCents: 9_999 }),
    sell(two.staff, two.phone),
    sell(one.staff, one.phone, { amountCents: 10_000 }),
    sell(two.staff, freshPhone(), { operationId: twice }),
    sell(two.staff, freshPhone(), { operationId: twice }),
    sell(two.staff, freshPhone()),
  ]);
  expect(failures).toEqual([
    ...[undefined, 'operation_in_flight', 'own_phone', 'purchase_repeated'],
    ...[undefined, 'operation_in_flight', undefined],
  ]);
  expect(await repeat).toEqual(first);
});

test.each([
  ['locked', 'SELECT FROM customers WHERE merchant_id = $1 FOR UPDATE'],
  ['changed', 'UPDATE customers SET total_spent_cents = total_spent_cents WHERE merchant_id = $1'],
])('a customer who is being %s holds up the purchase to them and no other', async (_how, hold) => {
  const [one, two, three] = await openMerchants(3);
  if (!one || !two || !three) throw new Error('there are three merchants');
  const holder = await fixture.owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(hold, [one.staff.merchantId]);
    const held = sell(one.staff, one.phone);
    const others = await Promise.all([sell(two.staff, two.phone), sell(three.staff, three.phone)]);
    // Their batch has not failed and been tried one by one.
    expect(await countCommits(others)).toBe(1);
    await holder.query('COMMIT');
    expect((await held).cashbackCents).toBe(500);
  } finally {
    holder.release(true);
  }
});

test('a batch that waits for a new customer gives up those that it has made, so an import may add them', async () => {
  const [one] = await openMerchants(1);
  if (!one) throw new Error('there is a merchant');
  const [first, second] = [freshPhone(), freshPhone()];
  const importer = await fixture.owner.connect();
  const add = (phone: string) =>
    importer.query(
      `INSERT INTO customers (merchant_id, id, phone) VALUES ($1, gen_random_uuid(), $2) ON CONFLICT DO NOTHING`,
      [one.staff.merchantId, phone],
    );
  try {
    await importer.query('BEGIN');
    await add(second);
    const both = [sell(one.staff, first), sell(one.staff, second)];
    await expect.poll(countWaiting).toBe(1);
    await importer.query('SET LOCAL lock_timeout = 100');
    await add(first);
    await importer.query('COMMIT');
    expect(await failuresOf(both)).toEqual([undefined, undefined]);
  } finally {
    importer.release(true);
  }
});

test('a batch that meets a phone that is being added gives up what it holds, and each purchase is recorded', async () => {
  const [one] = await openMerchants(1);
  if (!one) throw new Error('there is a merchant');
  const added = freshPhone();
  const importer = await fixture.owner.connect();
  try {
    await importer.query('BEGIN');
    await importer.query(
      'INSERT INTO customers (merchant_id, id, phone) VALUES ($1, gen_random_uuid(), $2)',
      [one.staff.merchantId, added],
    );
    const both = [sell(one.staff, one.phone), sell(one.staff, added)];
    await expect.poll(countWaiting).toBe(1);
    // An import locks the customers that it knows last. Neither it nor a purchase ends in a deadlock, or
    // waits as long as one is looked for.
    await importer.query("SET LOCAL lock_timeout = '500ms'");
    await importer.query('SELECT FROM customers WHERE merchant_id = $1 AND phone = $2 FOR UPDATE', [
      one.staff.merchantId,
      one.phone,
    ]);
    await importer.query('COMMIT');
    expect(await failuresOf(both)).toEqual([undefined, undefined]);
  } finally {
    importer.release(true);
  }
});

test('new customers of one merchant are made in one batch', async () => {
  const [one] = await openMerchants(1);
  if (!one) throw new Error('there is a merchant');
  const phones = Array.from({ length: 8 }, freshPhone);
  expect(await countCommits(await Promise.all(phones.map((phone) => sell(one.staff, phone))))).toBe(1);
});

test('many new customers of one merchant at once are each made once', async () => {
  const [one] = await openMerchants(1);
  if (!one) throw new Error('there is a merchant');
  const phones = Array.from({ length: 12 }, freshPhone);
  await Promise.all(
    [...phones, ...phones].map((phone, index) => sell(one.staff, phone, { amountCents: 500 + index })),
  );
  const { rows } = await fixture.owner.query(
    `SELECT count(*)::int AS customers, sum(total_spent_cents)::int AS spent,
       (SELECT count(*)::int FROM transactions WHERE merchant_id = $1) AS purchases
     FROM customers WHERE merchant_id = $1`,
    [one.staff.merchantId],
  );
  const spent = 1 + [...phones, ...phones].reduce((sum, _, index) => sum + 500 + index, 0);
  expect(rows).toEqual([{ customers: 13, purchases: 25, spent }]);
});

test('a purchase is computed by the terms of its moment, however this process remembers them', async () => {
  const [one] = await openMerchants(1);
  if (!one) throw new Error('there is a merchant');
  await setRules(fixture.owner, one.staff.merchantId, { rate_basis_points: 1_000 });
  expect(await sell(one.staff, one.phone)).toMatchObject({ cashbackCents: 1_000, rateBasisPoints: 1_000 });
  const host = `loja-${randomUUID().slice(0, 8)}.example`;
  await fixture.owner.query(
    "UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified' WHERE id = $1",
    [one.staff.merchantId, host],
  );
  expect((await sell(one.staff, one.phone, { amountCents: 9_000 })).link).toContain(`https://${host}/`);
});
