import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeAll, describe, expect, test } from 'vitest';
import { inOrder } from '../../lib/group-commit.ts';
import { insertMerchant } from '../money-app.ts';
import { fingerprint } from '../tenant-rows.ts';
import { type AppOptions, runAsApp } from './run-as-app.ts';

const fixture = useDatabaseFixture();

let merchantId: string;
let employeeId: string;
let customerId: string;
let phone: string;
const purchaseId = randomUUID();
const purchaseToken = randomBytes(32);
const redemptionToken = randomBytes(32);

/** A customer with R$ 20,00 that has expired, R$ 20,00 to spend, an open purchase and an open redemption. */
beforeAll(async () => {
  ({ merchantId, employeeId } = await insertMerchant(fixture.owner));
  [customerId, phone] = [randomUUID(), freshPhone()];
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, cashback_balance_cents, available_cents, total_cashback_cents,
       balance_changes_at)
     VALUES ($1, $2, $3, 4000, 4000, 4000, now() - interval '1 minute')`,
    [merchantId, customerId, phone],
  );
  await fixture.owner.query(
    `WITH lot AS (
       INSERT INTO cashback_lots (merchant_id, id, customer_id, amount_cents, remaining_cents, available_at, created_at,
         expires_at)
       SELECT $1, gen_random_uuid(), $2, 2000, 2000, now() - interval '2 days', now() - interval '2 days', ends_at
       FROM unnest(ARRAY[now() - interval '1 minute', NULL]) AS ends_at RETURNING *)
     INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
       balance_after_cents, created_at)
     SELECT merchant_id, customer_id, id, 'adjustment', id, 2000, 2000, now() FROM lot`,
    [merchantId, customerId],
  );
  await fixture.owner.query(
    `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
       rate_basis_points, token_hash, token_expires_at, created_at)
     VALUES ($1, $2, $3, $4, 10000, 500, 500, $5, now() + interval '1 day', now())`,
    [merchantId, purchaseId, customerId, employeeId, purchaseToken],
  );
  await fixture.owner.query(
    `INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash,
       token_expires_at, created_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 1500, $4, now() + interval '1 day', now())`,
    [merchantId, customerId, employeeId, redemptionToken],
  );
});

const asApp = <Result>(run: (client: pg.PoolClient) => Promise<Result>, options?: AppOptions) =>
  runAsApp(fixture.owner, run, options);

/** Answers that tell nothing of any merchant: no row, or rows of nothing but null, false, zero and ''. */
const tellsNothing = (rows: object[]) =>
  rows.every((row) => Object.values(row).every((value) => value === null || !value || value === '0'));

/** It reads no table. */
const LOCK = 'try_lock_rollups';

interface Callable {
  name: string;
  call: string;
}

/** A call of each function that runs with its caller's rights and asks for a merchant, with real ids. */
async function listCalls(): Promise<Callable[]> {
  const { rows } = await fixture.owner.query<{ name: string; names: string[]; types: string[] }>(
    `SELECT p.proname AS name, p.proargnames[1:p.pronargs] AS names,
       ARRAY(SELECT t::regtype::text FROM unnest(p.proargtypes) WITH ORDINALITY AS a (t, n) ORDER BY n) AS types
     FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND NOT p.prosecdef AND p.prorettype <> 'trigger'::regtype
       AND p.proargnames[1] LIKE 'p\\_merchant\\_id%' AND p.proname <> $1
       AND (has_function_privilege('cashback_app', p.oid, 'EXECUTE')
         OR has_function_privilege('cashback_worker', p.oid, 'EXECUTE'))
     ORDER BY 1`,
    [LOCK],
  );
  const byName: Record<string, string> = {
    p_merchant_id: `'${merchantId}'`,
    p_merchant_ids: `ARRAY['${merchantId}'::uuid]`,
    p_ids: `ARRAY['${purchaseId}'::uuid]`,
    p_kind: "'purchase'",
  };
  const byType: Record<string, string> = {
    uuid: `'${customerId}'`,
    'uuid[]': 'ARRAY[gen_random_uuid()]',
    text: 'NULL',
    integer: '1',
    bigint: '1',
    'timestamp with time zone': 'now()',
  };
  return rows.map(({ name, names, types }) => {
    const values = names.map((argument, place) => byName[argument] ?? byType[types[place] ?? '']);
    return { name, call: `SELECT * FROM ${name}(${values.join(', ')})` };
  });
}

/** What the call answers, or undefined if it fails. */
async function answerOf(client: pg.PoolClient, { call }: Callable): Promise<object[] | undefined> {
  await client.query('SAVEPOINT call');
  try {
    return (await client.query(call)).rows;
  } catch (error) {
    expect(String(error), call).toMatch(/row-level security|is not the one of this transaction/);
    await client.query('ROLLBACK TO SAVEPOINT call');
    return undefined;
  }
}

test('while no merchant is set, no function tells or changes anything of one, though it is asked by its ids', async () => {
  const calls = await listCalls();
  const before = await fingerprint(fixture.owner, merchantId);
  for (const callable of calls) {
    await asApp(async (client) => {
      const answer = await answerOf(client, callable);
      if (answer) expect(tellsNothing(answer), `${callable.call}: ${JSON.stringify(answer)}`).toBe(true);
      await client.query('RESET ROLE');
      expect(await fingerprint(client, merchantId), callable.call).toEqual(before);
    });
  }
  const telling: string[] = [];
  for (const callable of calls) {
    await asApp(
      async (client) => {
        if (!tellsNothing((await answerOf(client, callable)) ?? [])) telling.push(callable.name);
      },
      { tenant: merchantId },
    );
  }
  // The ids are real: with the merchant set they lead to something.
  expect(telling).toEqual(
    expect.arrayContaining(['apply_rollup_changes', 'open_rollups', 'settle_customer']),
  );
  expect(telling.length).toBeGreaterThan(10);
});

describe('rows that the look-up promised and that cannot be read', () => {
  test.each([
    ['confirm_cashback', purchaseToken],
    ['confirm_redemption', redemptionToken],
  ])('fail %s', async (name, token) => {
    const confirm = async (client: pg.PoolClient) =>
      (await client.query(`SELECT outcome FROM ${name}($1, $2, $3)`, [[token], [null], ['{}']])).rows;
    expect(await asApp(confirm)).toEqual([{ outcome: 'confirmed' }]);
    await expect(
      asApp(confirm, { before: 'ALTER POLICY confirmer ON merchants USING (false)' }),
    ).rejects.toThrow('0 of 1');
  });

  test('fail erase_traces', async () => {
    const erase = async (client: pg.PoolClient) =>
      (await client.query('SELECT erase_traces($1, ARRAY[$2::uuid], now())', [merchantId, customerId])).rows;
    const before = 'ALTER POLICY tenant ON customers USING (false)';
    await expect(asApp(erase, { before, tenant: merchantId })).rejects.toThrow('0 of 1');
  });

  test('a customer that is not there is settled to nothing', async () => {
    const settle = async (client: pg.PoolClient) =>
      (await client.query('SELECT settle_customer($1, $2) IS NULL AS is_null', [merchantId, customerId]))
        .rows;
    expect(await asApp(settle)).toEqual([{ is_null: true }]);
    expect(await asApp(settle, { tenant: merchantId })).toEqual([{ is_null: false }]);
  });

  test.each(['erase_traces($1, ARRAY[$2::uuid], now())', "sweep_traces($1, '0', $2::text::integer)"])(
    '%s fails outside its merchant’s transaction',
    async (call) => {
      const second = call.startsWith('erase') ? customerId : '10';
      const run = async (client: pg.PoolClient) =>
        (await client.query(`SELECT ${call}`, [merchantId, second])).rows;
      await expect(asApp(run)).rejects.toThrow('is not the one of this transaction');
      await expect(asApp(run, { tenant: randomUUID() })).rejects.toThrow(
        'is not the one of this transaction',
      );
      await expect(asApp(run, { tenant: merchantId })).resolves.toHaveLength(1);
    },
  );
});

describe('what a caller leaves out', () => {
  const ask = (name: string, request: object) => async (client: pg.PoolClient) => {
    const requests = [
      { n: 1, request_id: randomUUID(), request_hash: '\\x01', employee_id: employeeId, ...request },
    ];
    const merchants = JSON.stringify([{ merchant_id: merchantId, requests }]);
    return (await client.query(`SELECT * FROM ${name}($1, $2, 900, false)`, [['key'], merchants])).rows;
  };

  test.each([
    ['issue_cashback', 'approve_purchases_above_cents', 'terms'],
    ['create_redemption', 'approve_redemptions_above_cents', 'facts'],
  ])('%s asks for an approval unless it is told that none is needed', async (name, threshold, facts) => {
    const before = `UPDATE merchants SET ${threshold} = 100 WHERE id = '${merchantId}'`;
    const movement = { phone, amount_cents: 1_000, audit: {}, answer: {}, token_hash: '\\x02' };
    const [judged] = await asApp(ask(name, movement), { before });
    const request = { ...movement, [facts]: judged[facts] };
    const [asked] = await asApp(ask(name, request), { before });
    expect(asked).toMatchObject({ outcome: 'approval_needed' });
    // The API fails where a request has no row.
    const hidden = { before: 'ALTER POLICY confirmer ON merchants USING (false)' };
    const rows = await asApp(ask(name, request), hidden);
    expect(() => inOrder(rows, [request])).toThrow();
  });
});
