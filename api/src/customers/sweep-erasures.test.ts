import { randomUUID } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { sha256 } from '../lib/tokens.ts';
import { beforeStatement } from '../test/before-statement.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { adjustBalance } from './adjust-balance.ts';
import { eraseCustomer } from './erase-customer.ts';
import type { ErasureBasis } from './erasures.sql.ts';
import { resumeSweeps, sweepErasures } from './sweep-erasures.ts';

/** What is found by its text, and when it is looked for. */

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
const AT_ONCE = { eraseDelayMs: 0 };

const idOf = async (phone: string) => (await fixture.counter.balance(phone)).id;
const erase = (customerId: string, basis: ErasureBasis = 'request') => {
  const { merchantId } = fixture.staff;
  return eraseCustomer(fixture.app, { merchantId, customerId, basis, staff: null, request: null });
};

/** The id of a new customer, who has bought. */
async function insertBuyer(phone = freshPhone()): Promise<string> {
  await fixture.counter.earn(phone, 10_000);
  return await idOf(phone);
}

/** Sweeps at once; returns the number of batches. */
async function sweep(meanwhile: (batch: number) => Promise<unknown> = async () => {}): Promise<number> {
  let batches = 0;
  const tenancy = beforeStatement(fixture.app.tenancy, 'sweep_traces', async () => {
    batches += 1;
    await meanwhile(batches);
  });
  await sweepErasures({ tenancy, deliveryRules: AT_ONCE }, { merchantId: fixture.staff.merchantId });
  return batches;
}

/** The reasons of the neighbor's corrections. */
async function reasonsAfterSweep(neighbor: string): Promise<string[]> {
  await sweep();
  const { rows } = await fixture.owner.query<{ reason: string }>(
    'SELECT reason FROM adjustments WHERE merchant_id = $1 AND customer_id = $2 ORDER BY reason',
    [fixture.staff.merchantId, neighbor],
  );
  return rows.map(({ reason }) => reason);
}

async function adjust(customerId: string, reasons: string[]): Promise<void> {
  for (const reason of reasons) {
    const change = { operationId: randomUUID(), customerId, amountCents: 1, reason };
    await adjustBalance(fixture.app, fixture.staff, REQUEST, change);
  }
}

const jobs = async () =>
  (
    await fixture.owner.query<{ queue: string; isLater: boolean }>(
      `SELECT q.queue_name AS queue, j.run_at > now() + interval '50 seconds' AS "isLater"
       FROM graphile_worker._private_jobs j JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
       WHERE j.payload ->> 'merchantId' = $1 ORDER BY 1`,
      [fixture.staff.merchantId],
    )
  ).rows;

test('all erasures of a merchant are swept in one pass; those that come meanwhile make the next', async () => {
  await erase(await insertBuyer());
  const batches = await sweep();
  for (let count = 0; count < 3; count += 1) await erase(await insertBuyer());
  expect(await sweep()).toBe(batches);
  const late = [await insertBuyer(), await insertBuyer()];
  await erase(await insertBuyer());
  const both = await sweep(async (batch) => {
    const customerId = batch === 4 || batch === 6 ? late.pop() : undefined;
    if (customerId) await erase(customerId);
  });
  // The last batch of a sweep finds nothing left.
  expect(both).toBe(2 * batches - 1);
  const { rows } = await fixture.owner.query(
    'SELECT DISTINCT state, sought FROM erasures WHERE merchant_id = $1',
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ state: 'done', sought: [] }]);
});

test('one job a merchant waits a minute, a request not behind retention; a lost job is enqueued again', async () => {
  for (let count = 0; count < 2; count += 1) await erase(await insertBuyer(), 'retention');
  const [forRetention, forRequest] = ['sweep', 'sweep-requested'].map((queue) => ({ queue, isLater: true }));
  expect(await jobs()).toEqual([forRetention]);
  for (let count = 0; count < 2; count += 1) await erase(await insertBuyer());
  expect(await jobs()).toEqual([forRetention, forRequest]);
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  await sweepErasures(fixture.app, { merchantId: fixture.staff.merchantId });
  expect(await jobs(), 'younger than a minute').toEqual([forRequest]);
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  await resumeSweeps(fixture.app);
  expect(await jobs()).toEqual([forRequest]);
  await sweep();
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  await resumeSweeps(fixture.app);
  expect(await jobs()).toEqual([]);
});

test('a name alone changes no text of another customer; beside the phone it goes with it', async () => {
  const { phone } = fixture;
  const [customerId, neighbor] = [await insertBuyer(phone), await insertBuyer()];
  await fixture.owner.query("UPDATE customers SET name = 'do cliente' WHERE id = $1", [customerId]);
  await adjust(neighbor, ['A pedido do cliente', `Era do cliente, 55 ${phone}`]);
  const details = [
    { note: 'A pedido do cliente' },
    { cents: 1, name: 'do cliente', note: `+55 ${phone}`, other: 'Ana' },
  ];
  await fixture.owner.query(
    `INSERT INTO audit_log (merchant_id, action, entity, details)
     SELECT $1, 'test', 'merchant', d FROM jsonb_array_elements($2::jsonb) AS d`,
    [fixture.staff.merchantId, JSON.stringify(details)],
  );
  await erase(customerId);
  expect(await reasonsAfterSweep(neighbor)).toEqual(['A pedido do cliente', 'texto apagado']);
  const { rows } = await fixture.owner.query(
    "SELECT details FROM audit_log WHERE merchant_id = $1 AND action = 'test' ORDER BY id",
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([
    { details: { note: 'A pedido do cliente' } },
    { details: { cents: 1, other: 'Ana' } },
  ]);
});

test('rows of the person go though they are newer than the erasure; texts that are newer are another’s', async () => {
  const { merchantId } = fixture.staff;
  const purchase = await fixture.counter.earn(fixture.phone, 10_000);
  const [customerId, neighbor] = [await idOf(fixture.phone), await insertBuyer()];
  const config = randomUUID();
  await fixture.owner.query(
    `INSERT INTO integration_configs (merchant_id, id, provider, api_key_encrypted, api_key_last4)
     VALUES ($1, $2, 'rd_station', 'x', 'abcd')`,
    [merchantId, config],
  );
  await erase(customerId);
  await fixture.owner.query(
    `INSERT INTO integration_sync_log (merchant_id, integration_config_id, customer_id, action, status, response_data, created_at)
     VALUES ($1, $2, $3, 'purchase', 'success', '{"email": "an***@mail.example", "tags": ["ouro"]}', now() + interval '1 hour')`,
    [merchantId, config, customerId],
  );
  await fixture.owner.query(
    `INSERT INTO idempotency_keys (merchant_id, request_id, procedure, request_hash, response, created_at)
     VALUES ($1, gen_random_uuid(), 'cashback.issue', $2, $3, now() + interval '1 hour')`,
    [merchantId, sha256('late'), JSON.stringify({ transactionId: purchase.transactionId })],
  );
  await fixture.owner.query(
    `INSERT INTO adjustments (merchant_id, id, customer_id, employee_id, amount_cents, reason, created_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 1, $4, now() + interval '1 hour')`,
    [merchantId, neighbor, fixture.staff.employeeId, `Agora é de ${fixture.phone}`],
  );
  expect(await reasonsAfterSweep(neighbor)).toEqual([`Agora é de ${fixture.phone}`]);
  await fixture.owner.query('DELETE FROM adjustments WHERE merchant_id = $1', [merchantId]);
  const { rows } = await fixture.owner.query(
    'SELECT response_data FROM integration_sync_log WHERE merchant_id = $1',
    [merchantId],
  );
  expect(rows).toEqual([{ response_data: { email: null, tags: [] } }]);
  const { rowCount } = await fixture.owner.query(
    `SELECT FROM idempotency_keys WHERE merchant_id = $1 AND (request_hash = $2 OR response ->> 'transactionId' = $3)`,
    [merchantId, sha256('late'), purchase.transactionId],
  );
  expect(rowCount).toBe(0);
});

test('a request of a phone that a merge has taken since is the erased person’s', async () => {
  const { merchantId } = fixture.staff;
  const source = freshPhone();
  const request = randomUUID();
  await fixture.owner.query(
    `INSERT INTO data_requests (merchant_id, id, kind, phone, contact, created_at, due_at)
     VALUES ($1, $2, 'erasure', $3, $3, now(), now() + interval '15 days')`,
    [merchantId, request, source],
  );
  const customerId = await insertBuyer(fixture.phone);
  const sourceId = await insertBuyer(source);
  await fixture.counter.merge(fixture.phone, source);
  await erase(customerId);
  const { rows } = await fixture.owner.query('SELECT customer_id FROM data_requests WHERE id = $1', [
    request,
  ]);
  expect(rows, 'emptied when it is closed').toEqual([{ customer_id: sourceId }]);
});

test('a former phone that another customer has by now is that customer’s: answers, requests and askings stay', async () => {
  const { counter, owner, phone, staff } = fixture;
  const { merchantId } = staff;
  const target = freshPhone();
  await insertBuyer(phone);
  const targetId = await insertBuyer(target);
  await counter.merge(target, phone);
  const { transactionId } = await counter.earn(phone, 10_000);
  const newId = await idOf(phone);
  await adjust(newId, [`Pedido pelo ${phone}`]);
  const [request, asking] = [randomUUID(), randomUUID()];
  await owner.query(
    `INSERT INTO data_requests (merchant_id, id, kind, phone, contact, created_at, due_at)
     VALUES ($1, $2, 'access', $3, $3, now(), now() + interval '15 days')`,
    [merchantId, request, phone],
  );
  await owner.query(
    `INSERT INTO approvals (merchant_id, id, kind, request_id, amount_cents, phone, asked_by, asked_at, expires_at)
     VALUES ($1, $2, 'purchase', $2, 100, $3, $4, now(), now() + interval '15 minutes')`,
    [merchantId, asking, phone, staff.employeeId],
  );
  const stored = async () =>
    (
      await owner.query(
        `SELECT k.response, r.customer_id AS "requestOf", a.phone AS asked
         FROM idempotency_keys k, data_requests r, approvals a
         WHERE k.merchant_id = $1 AND k.response ->> 'transactionId' = $2 AND r.id = $3 AND a.id = $4`,
        [merchantId, transactionId, request, asking],
      )
    ).rows;
  const before = await stored();
  expect(before).toMatchObject([{ response: { transactionId }, requestOf: null, asked: phone }]);
  await erase(targetId);
  expect(await reasonsAfterSweep(newId)).toEqual([`Pedido pelo ${phone}`]);
  expect(await stored()).toEqual(before);
});

test('an asking for the phone that committed during the erasure is deleted; one from after it stays', async () => {
  const { owner, phone, staff } = fixture;
  await erase(await insertBuyer(phone));
  const [during, after] = [randomUUID(), randomUUID()];
  for (const [id, delay] of [
    [during, '-1 second'],
    [after, '1 hour'],
  ]) {
    await owner.query(
      `INSERT INTO approvals (merchant_id, id, kind, request_id, amount_cents, phone, asked_by, asked_at, expires_at)
       SELECT $1, $2, 'purchase', $2, 100, $3, $4, created_at + $5::interval, created_at + interval '2 hours'
       FROM erasures WHERE merchant_id = $1`,
      [staff.merchantId, id, phone, staff.employeeId, delay],
    );
  }
  await sweep();
  const { rows } = await owner.query('SELECT id FROM approvals WHERE merchant_id = $1', [staff.merchantId]);
  expect(rows).toEqual([{ id: after }]);
});

test('a name of other letters is found beside the phone, and its absence takes nothing else away', async () => {
  const { owner, phone, staff } = fixture;
  const customerId = await insertBuyer(phone);
  await owner.query("UPDATE customers SET name = 'Иван Петров' WHERE id = $1", [customerId]);
  await owner.query(
    `INSERT INTO audit_log (merchant_id, action, entity, details) VALUES ($1, 'test', 'merchant', $2)`,
    [staff.merchantId, { cents: 1, isNew: true, who: `Senhor ИВАН Петров, loja`, note: phone, other: 'Ana' }],
  );
  await erase(customerId);
  await sweep();
  const { rows } = await owner.query(
    "SELECT details FROM audit_log WHERE merchant_id = $1 AND action = 'test'",
    [staff.merchantId],
  );
  expect(rows).toEqual([{ details: { cents: 1, isNew: true, other: 'Ana' } }]);
});
