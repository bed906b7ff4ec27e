import { randomBytes, randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertMerchant } from '../test/money-app.ts';
import { fingerprint } from '../test/tenant-rows.ts';

const fixture = useDatabaseFixture();

/** A merchant with one customer, who has R$ 20.00 in two lots, an open purchase and an open redemption. */
interface Twin {
  merchantId: string;
  employeeId: string;
  phone: string;
  purchase: Buffer;
  redemption: Buffer;
  /** The ids of both, by the kind of their traces. */
  sources: { cashback: string; redemption: string };
}

const OLD_LOTS = 2;

/** Twins have rows of the same ids: only merchant_id tells them apart. */
async function insertTwin(ids: {
  customer: string;
  phone: string;
  purchase: string;
  redemption: string;
  lots: string[];
}) {
  const { merchantId, employeeId } = await insertMerchant(fixture.owner);
  const sources = { cashback: ids.purchase, redemption: ids.redemption };
  const twin: Twin = {
    ...{ merchantId, employeeId, phone: ids.phone, sources },
    ...{ purchase: randomBytes(32), redemption: randomBytes(32) },
  };
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, cashback_balance_cents, available_cents, total_cashback_cents)
     VALUES ($1, $2, $3, 2000, 2000, 2000)`,
    [merchantId, ids.customer, ids.phone],
  );
  await fixture.owner.query(
    `WITH lot AS (
       INSERT INTO cashback_lots (merchant_id, id, customer_id, amount_cents, remaining_cents, available_at, created_at)
       SELECT $1, id, $2, 1000, 1000, now(), now() FROM unnest($3::uuid[]) AS u (id) RETURNING *)
     INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
       balance_after_cents, created_at)
     SELECT merchant_id, customer_id, id, 'adjustment', id, 1000, 1000, now() FROM lot`,
    [merchantId, ids.customer, ids.lots],
  );
  await fixture.owner.query(
    `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
       rate_basis_points, token_hash, token_expires_at, created_at)
     VALUES ($1, $2, $3, $4, 10000, 500, 500, $5, now() + interval '1 day', now())`,
    [merchantId, ids.purchase, ids.customer, employeeId, twin.purchase],
  );
  await fixture.owner.query(
    `INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash,
       token_expires_at, created_at)
     VALUES ($1, $2, $3, $4, 1500, $5, now() + interval '1 day', now())`,
    [merchantId, ids.redemption, ids.customer, employeeId, twin.redemption],
  );
  return twin;
}

let a: Twin;
let b: Twin;

beforeEach(async () => {
  const ids = {
    customer: randomUUID(),
    phone: freshPhone(),
    purchase: randomUUID(),
    redemption: randomUUID(),
    lots: Array.from({ length: OLD_LOTS }, () => randomUUID()),
  };
  [a, b] = [await insertTwin(ids), await insertTwin(ids)];
});

async function confirm(name: 'confirm_cashback' | 'confirm_redemption', tokens: [Buffer, string | null][]) {
  const { rows } = await fixture.owner.query<{
    outcome: string;
    merchant_id: string;
    available_cents: string;
  }>(`SELECT outcome, merchant_id, available_cents FROM ${name}($1, $2, '{}') ORDER BY ordinal`, [
    tokens.map(([hash]) => hash),
    tokens.map(([, host]) => host),
  ]);
  return rows.map((row) => [row.outcome, row.merchant_id, Number(row.available_cents)]);
}

describe.each([
  ['confirm_cashback', 'purchase', 2_500, 'cashback'],
  ['confirm_redemption', 'redemption', 500, 'redemption'],
] as const)('%s', (name, noun, availableCents, kind) => {
  test('touches no row of a merchant whose rows have the same ids', async () => {
    const before = await fingerprint(fixture.owner, b.merchantId);
    expect(await confirm(name, [[a[noun], null]])).toEqual([['confirmed', a.merchantId, availableCents]]);
    expect(await confirm(name, [[a[noun], null]])).toEqual([['repeated', a.merchantId, availableCents]]);
    expect(await fingerprint(fixture.owner, b.merchantId)).toEqual(before);
  });

  test('a batch of both confirms each with its own rows', async () => {
    expect(
      await confirm(name, [
        [b[noun], null],
        [a[noun], null],
      ]),
    ).toEqual([
      ['confirmed', b.merchantId, availableCents],
      ['confirmed', a.merchantId, availableCents],
    ]);
    const { rows } = await fixture.owner.query(
      `SELECT c.merchant_id, c.available_cents::int, c.cashback_balance_cents::int,
         (SELECT sum(l.remaining_cents)::int FROM cashback_lots l
          WHERE l.merchant_id = c.merchant_id AND l.customer_id = c.id) AS open_cents,
         (SELECT sum(e.amount_cents)::int FROM ledger_entries e
          WHERE e.merchant_id = c.merchant_id AND e.customer_id = c.id) AS ledger_cents
       FROM customers c WHERE c.merchant_id = ANY ($1)`,
      [[a.merchantId, b.merchantId]],
    );
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(row).toMatchObject({
        available_cents: availableCents,
        cashback_balance_cents: availableCents,
        open_cents: availableCents,
        ledger_cents: availableCents,
      });
  });

  test('what a merge left on the old record is confirmed there, and does not look for another', async () => {
    await fixture.owner.query(
      `WITH target AS (
         INSERT INTO customers (merchant_id, id, phone) VALUES ($1, gen_random_uuid(), $2) RETURNING id)
       UPDATE customers c SET phone = NULL, merged_into_id = target.id FROM target WHERE c.merchant_id = $1`,
      [a.merchantId, freshPhone()],
    );
    expect(await confirm(name, [[a[noun], null]])).toEqual([['confirmed', a.merchantId, availableCents]]);
  });

  test('a token asked for on another merchant’s host is unknown and changes nothing, beside one that counts', async () => {
    const before = await fingerprint(fixture.owner, a.merchantId);
    const [refused, confirmed] = await confirm(name, [
      [a[noun], b.merchantId],
      [b[noun], b.merchantId],
    ]);
    expect(refused?.[0]).toBe('unknown');
    expect(confirmed).toEqual(['confirmed', b.merchantId, availableCents]);
    expect(await fingerprint(fixture.owner, a.merchantId)).toEqual(before);
  });

  test('a trace is kept only for the merchant whose movement was confirmed, with the network named for it', async () => {
    const networks = new Map([
      [a, '203.0.113.0/24'],
      [b, '198.51.100.0/24'],
    ]);
    const record = async (...twins: Twin[]) => {
      const traces = twins.map((twin) => [
        twin.merchantId,
        twin.sources[kind],
        networks.get(twin),
        randomBytes(16),
      ]);
      const columns = [0, 1, 2, 3].map((column) => traces.map((trace) => trace[column]));
      await fixture.owner.query('SELECT record_confirmation_traces($1, $2, $3, $4, $5)', [kind, ...columns]);
    };
    const left = async (twin: Twin) => {
      const { rows } = await fixture.owner.query(
        'SELECT source_id, kind, network FROM confirmation_traces WHERE merchant_id = $1',
        [twin.merchantId],
      );
      return rows;
    };
    const traceOf = (twin: Twin) => ({ source_id: twin.sources[kind], kind, network: networks.get(twin) });
    await confirm(name, [[a[noun], null]]);
    await record(b, a, a);
    expect([await left(a), await left(b)]).toEqual([[traceOf(a)], []]);
    await confirm(name, [[b[noun], null]]);
    await record(a, b);
    expect([await left(a), await left(b)]).toEqual([[traceOf(a)], [traceOf(b)]]);
  });
});

/** What the counter of the twin asks for, with the same ids at both. */
const ids = {
  request: randomUUID(),
  movement: randomUUID(),
  newCustomer: randomUUID(),
  newPhone: freshPhone(),
};

function requestOf(twin: Twin, n: number, phone: string, more: object) {
  return {
    ...{
      n,
      request_id: ids.request,
      request_hash: '\\x01',
      employee_id: twin.employeeId,
      phone,
      amount_cents: 1_000,
    },
    ...{ token_hash: `\\x${randomBytes(32).toString('hex')}`, answer: { id: ids.movement } },
    audit: {
      employeeId: twin.employeeId,
      action: 'test',
      entity: 'test',
      entityId: ids.movement,
      details: {},
    },
    ...more,
  };
}

async function ask(
  name: 'issue_cashback' | 'create_redemption',
  requests: [Twin, ReturnType<typeof requestOf>][],
) {
  const { rows } = await fixture.owner.query<{ outcome: string; answer: { id: string } | null }>(
    `SELECT * FROM ${name}($1, $2, 900, false) ORDER BY ordinal`,
    [
      requests.map(([twin]) => `${twin.merchantId}:${ids.request}`),
      JSON.stringify(
        requests.map(([twin, request]) => ({ merchant_id: twin.merchantId, requests: [request] })),
      ),
    ],
  );
  return rows;
}

/** The facts that the twin's purchase or redemption is judged by, as the statement tells them. */
async function factsOf(name: 'issue_cashback' | 'create_redemption', twin: Twin): Promise<string> {
  const [row] = await ask(name, [[twin, requestOf(twin, 1, twin.phone, {})]]);
  const { terms, facts } = row as unknown as { terms?: string; facts?: string };
  return String(terms ?? facts);
}

async function purchaseOf(twin: Twin, n: number, phone = twin.phone) {
  const made = { purchase_id: ids.movement, new_customer_id: ids.newCustomer, is_doubted: true };
  const computed = { cashback_cents: 50, rate_basis_points: 500 };
  return requestOf(twin, n, phone, { terms: await factsOf('issue_cashback', twin), ...made, ...computed });
}

async function redemptionOf(twin: Twin, n: number) {
  const facts = await factsOf('create_redemption', twin);
  return requestOf(twin, n, twin.phone, { facts, redemption_id: ids.movement });
}

describe.each([
  ['issue_cashback', 'a known customer', 'issued', (twin: Twin, n: number) => purchaseOf(twin, n)],
  ['issue_cashback', 'a new one', 'issued', (twin: Twin, n: number) => purchaseOf(twin, n, ids.newPhone)],
  ['create_redemption', 'a known customer', 'created', redemptionOf],
] as const)('%s for %s', (name, _who, done, requestFor) => {
  test('touches no row of a merchant whose rows, requests and phones have the same ids', async () => {
    const before = await fingerprint(fixture.owner, b.merchantId);
    const [first] = await ask(name, [[a, await requestFor(a, 1)]]);
    expect(first?.outcome).toBe(done);
    const [again] = await ask(name, [[a, await requestFor(a, 1)]]);
    expect(again).toMatchObject({ outcome: 'repeated', answer: first?.answer });
    expect(await fingerprint(fixture.owner, b.merchantId)).toEqual(before);
  });

  test('a batch of both makes each with its own rows', async () => {
    const rows = await ask(name, [
      [b, await requestFor(b, 1)],
      [a, await requestFor(a, 2)],
    ]);
    expect(rows.map(({ outcome }) => outcome)).toEqual([done, done]);
    for (const twin of [a, b]) {
      const { rows: own } = await fixture.owner.query(
        `SELECT (SELECT count(*)::int FROM audit_log WHERE merchant_id = $1) AS audited,
           (SELECT count(*)::int FROM idempotency_keys WHERE merchant_id = $1) AS stored,
           (SELECT sum(total_spent_cents)::int FROM customers WHERE merchant_id = $1) AS spent,
           (SELECT count(*)::int FROM (SELECT id, employee_id FROM transactions WHERE merchant_id = $1
              UNION ALL SELECT id, employee_id FROM redemptions WHERE merchant_id = $1) m
            WHERE m.id = $2 AND m.employee_id = $3) AS made`,
        [twin.merchantId, ids.movement, twin.employeeId],
      );
      const spent = done === 'issued' ? 1_000 : 0;
      expect(own).toEqual([{ audited: 1, stored: 1, spent, made: 1 }]);
    }
  });

  test('an employee of the other merchant fails the statement', async () => {
    const stranger = { ...(await requestFor(a, 1)), employee_id: b.employeeId };
    await expect(ask(name, [[a, stranger]])).rejects.toMatchObject({ code: '23503' });
  });
});
