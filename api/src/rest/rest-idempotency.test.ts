import { randomUUID } from 'node:crypto';
import { createRawClient } from 'testing/raw-client';
import { type ReplySwallower, startReplySwallower } from 'testing/reply-swallower';
import { createRestCaller } from 'testing/rest-caller';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmCashback } from '../cashback/confirm-cashback.ts';
import { issueCashback } from '../cashback/issue-cashback.ts';
import type { StaffSession } from '../staff-session.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { useRestFixture } from '../test/rest-fixture.ts';

const fixture = useRestFixture();
let swallower: ReplySwallower;
let staff: StaffSession;
let key: string;
let phone: string;

beforeAll(async () => {
  swallower = await startReplySwallower(fixture.server.url);
});

beforeEach(async () => {
  staff = await fixture.createMerchant();
  key = await fixture.createKey(staff);
  phone = freshPhone();
});

afterAll(async () => {
  await swallower.close();
  await assertCleanLedger(fixture.database.ownerUrl);
});

async function count(table: 'transactions' | 'redemptions' | 'purchase_reversals'): Promise<number> {
  const { rows } = await fixture.owner.query(
    `SELECT count(*)::int AS n FROM ${table} WHERE merchant_id = $1`,
    [staff.merchantId],
  );
  return rows[0].n;
}

/** Sends it so that it is carried out and the answer is lost, then again. */
async function repeatAfterLoss(path: string, body: object): Promise<{ first: unknown; again: unknown }> {
  const options = { key, requestId: randomUUID() };
  // On a connection of its own: one that was used before would send it again by itself.
  const raw = createRawClient(swallower.url);
  const unlucky = await createRestCaller(fixture.server, raw.ask);
  swallower.swallowNext();
  await expect(unlucky.post(path, body, options)).rejects.toThrow(/hang up|ECONNRESET/);
  const [first, again] = [
    await fixture.rest.post(path, body, options),
    await unlucky.post(path, body, options),
  ];
  raw.close();
  expect([first.status, again.status], first.text).toEqual([201, 201]);
  return { first: first.body, again: again.body };
}

test('a request whose answer was lost is carried out once, and its repeats bring the stored result', async () => {
  const purchase = await repeatAfterLoss('/purchases', { phone, amountCents: 10_000 });
  expect(purchase.again).toEqual(purchase.first);
  expect(await count('transactions')).toBe(1);
  const sold = purchase.first as { id: string; link: string };
  await confirmCashback(fixture.server.app, { token: tokenOf(sold.link), hostMerchantId: undefined });

  const redemption = await repeatAfterLoss('/redemptions', { phone, amountCents: 500 });
  expect(redemption.again).toEqual(redemption.first);
  expect(await count('redemptions')).toBe(1);

  // All that is left: nothing is, the second time.
  const reversal = await repeatAfterLoss(`/purchases/${sold.id}/reversals`, { reason: 'Engano' });
  expect(reversal.again).toEqual(reversal.first);
  expect(reversal.first).toMatchObject({ amountCents: 10_000, cashbackCents: 500 });
  expect(await count('purchase_reversals')).toBe(1);
});

test('20 calls at once under one Idempotency-Key record one purchase; what is not its answer says to come back', async () => {
  const options = { key, requestId: randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      fixture.rest.post('/purchases', { phone, amountCents: 10_000 }, options),
    ),
  );
  const done = answers.filter(({ status }) => status === 201);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
  // On a loaded machine, some may wait for a connection until the time limit of an answer.
  for (const { outcome } of answers.filter(({ status }) => status !== 201))
    expect(['operation_in_flight', 'database_unavailable']).toContain(outcome[1]);
  expect(await count('transactions')).toBe(1);
});

test('the same key with any other request is refused with 422, and nothing happens', async () => {
  const requestId = randomUUID();
  const sold = await fixture.rest.post('/purchases', { phone, amountCents: 10_000 }, { key, requestId });
  await confirmCashback(fixture.server.app, { token: tokenOf(sold.body.link), hostMerchantId: undefined });
  const { id } = sold.body;
  const others: [path: string, body: object][] = [
    ['/purchases', { phone, amountCents: 10_001 }],
    ['/purchases', { phone: freshPhone(), amountCents: 10_000 }],
    ['/redemptions', { phone, amountCents: 1 }],
    [`/purchases/${id}/reversals`, { reason: 'Engano' }],
  ];
  for (const [path, body] of others)
    expect((await fixture.rest.post(path, body, { key, requestId })).outcome, path).toEqual([
      422,
      'operation_conflict',
    ]);
  expect([await count('transactions'), await count('redemptions')]).toEqual([1, 0]);
});

test('the key is in capitals or not, the phone masked or not: the same request', async () => {
  const requestId = randomUUID();
  const sold = await fixture.rest.post('/purchases', { phone, amountCents: 10_000 }, { key, requestId });
  const masked = `+55 (${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;
  const again = await fixture.rest.post(
    '/purchases',
    { amountCents: 10_000, phone: masked },
    { key, requestId: requestId.toUpperCase() },
  );
  expect(again.body).toEqual(sold.body);
});

test('all keys and screens of a merchant share one space of requests, and another merchant has its own', async () => {
  const requestId = randomUUID();
  const purchase = { phone, amountCents: 10_000 };
  const sold = await fixture.rest.post('/purchases', purchase, { key, requestId });
  const other = await fixture.createKey(staff, { scopes: ['cashback.issue'] });
  expect((await fixture.rest.post('/purchases', purchase, { key: other, requestId })).body).toEqual(
    sold.body,
  );
  const request = { ip: '127.0.0.1', userAgent: 'test' };
  const atTheScreen = await issueCashback(fixture.server.app, staff, request, {
    operationId: requestId,
    ...purchase,
  });
  expect(atTheScreen.transactionId).toBe(sold.body.id);
  expect(await count('transactions')).toBe(1);
  const neighbor = await fixture.createKey(await fixture.createMerchant());
  const theirs = await fixture.rest.post('/purchases', purchase, { key: neighbor, requestId });
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(sold.body.id);
});

test('a redemption by phone is repeated after the phone was corrected', async () => {
  const sold = await fixture.rest.post('/purchases', { phone, amountCents: 10_000 }, { key });
  await confirmCashback(fixture.server.app, { token: tokenOf(sold.body.link), hostMerchantId: undefined });
  const options = { key, requestId: randomUUID() };
  const first = await fixture.rest.post('/redemptions', { phone, amountCents: 100 }, options);
  await fixture.owner.query('UPDATE customers SET phone = $2 WHERE merchant_id = $1', [
    staff.merchantId,
    freshPhone(),
  ]);
  expect((await fixture.rest.post('/redemptions', { phone, amountCents: 100 }, options)).body).toEqual(
    first.body,
  );
});

test('without an Idempotency-Key that is a UUID nothing is carried out, and the sentence says what to send', async () => {
  const before = await count('transactions');
  for (const requestId of [null, '1', 'nota-123', `${randomUUID()}, ${randomUUID()}`, ' ']) {
    const answer = await fixture.rest.post('/purchases', { phone, amountCents: 1_000 }, { key, requestId });
    expect(answer.body).toEqual({
      error: {
        code: 'invalid_idempotency_key',
        message: 'Envie no cabeçalho Idempotency-Key um UUID, novo para cada operação.',
      },
    });
    expect(answer.status).toBe(400);
  }
  expect(await count('transactions')).toBe(before);
});
