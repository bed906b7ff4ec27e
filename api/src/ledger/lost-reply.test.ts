import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { type Answer, createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { type ReplySwallower, startReplySwallower } from 'testing/reply-swallower';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { startTwoProcesses, type TwoProcesses } from '../test/two-processes.ts';

let database: TestDatabase;
let owner: pg.Pool;
let api: TwoProcesses;
let swallower: ReplySwallower;
/** Client behind the proxy that loses answers. */
let unlucky: HttpClient;
let merchant: SignedInMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  api = await startTwoProcesses(database);
  swallower = await startReplySwallower(api.processes[0].url);
  unlucky = createHttpClient(swallower.url);
  merchant = await signUpMerchant(api.client(0));
});

afterAll(async () => {
  unlucky.close();
  await swallower.close();
  await api.stop();
  await owner.end();
  await database.drop();
});

const purchase = (phone: string, amountCents = 10_000) => ({ operationId: randomUUID(), phone, amountCents });
const issue = (client: HttpClient, input: object, signal?: AbortSignal) =>
  client.call('cashback.issue', input, { cookie: merchant.cookie, ...(signal && { signal }) });

async function countPurchases(phone: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM transactions t JOIN customers c ON c.id = t.customer_id WHERE c.phone = $1',
    [phone],
  );
  return rows[0]?.count ?? 0;
}

/** Sends again until it is done, as a client does while it is under way or there is no room for it. */
const retry = (call: () => Promise<Answer>) =>
  vi.waitFor(
    async () => {
      const answer = await call();
      expect([409, 503]).not.toContain(answer.status);
      return answer;
    },
    { timeout: 60_000, interval: 20 },
  );

test('a purchase whose answer was lost is recorded once, and its repeat on the other process brings the same link', async () => {
  const input = purchase(freshPhone());
  swallower.swallowNext();
  await expect(issue(unlucky, input)).rejects.toThrow(/hang up|ECONNRESET/);
  expect(await countPurchases(input.phone)).toBe(1);
  const repeats = [await issue(api.client(1), input), await issue(api.client(0), input)];
  expect(repeats.map((answer) => answer.status)).toEqual([200, 200]);
  expect(repeats[0]?.data).toEqual(repeats[1]?.data);
  expect(await countPurchases(input.phone)).toBe(1);
  const token = tokenOf(repeats[0]?.data.link);
  const opened = await api.client(0).call('cashback.confirm', { token }, { ip: freshIp() });
  expect(opened.data).toMatchObject({ cashbackCents: 500, availableCents: 500 });
  expect((await issue(api.client(1), input)).data).toEqual(repeats[0]?.data);
  await assertCleanLedger(database.ownerUrl);
});

test('a credit and a debit whose answers were lost happen once, and their repeats show the success', async () => {
  const input = purchase(freshPhone());
  const { data: issued } = await issue(api.client(0), input);
  const opening = { token: tokenOf(issued.link) };
  swallower.swallowNext();
  await expect(unlucky.call('cashback.confirm', opening, { ip: freshIp() })).rejects.toThrow();
  const credited = await api.client(1).call('cashback.confirm', opening, { ip: freshIp() });
  expect(credited.data).toMatchObject({ cashbackCents: 500, availableCents: 500 });

  const { data: customer } = await api
    .client(0)
    .query('customers.find', { phone: input.phone }, { cookie: merchant.cookie });
  const request = { operationId: randomUUID(), customerId: customer.id, amountCents: 500 };
  const create = (client: HttpClient) =>
    client.call('redemptions.create', request, { cookie: merchant.cookie });
  swallower.swallowNext();
  await expect(create(unlucky)).rejects.toThrow();
  const created = await create(api.client(1));
  const redemption = { token: tokenOf(created.data.link) };
  swallower.swallowNext();
  await expect(unlucky.call('redemptions.confirm', redemption, { ip: freshIp() })).rejects.toThrow();
  const debited = await api.client(1).call('redemptions.confirm', redemption, { ip: freshIp() });
  expect(debited.data).toMatchObject({ amountCents: 500, availableCents: 0 });
  // The balance is gone, and the repeat of the creation still shows what was created.
  expect((await create(api.client(0))).data).toEqual(created.data);
  const { rows } = await owner.query(
    'SELECT count(*)::int AS count FROM redemptions WHERE customer_id = $1',
    [customer.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
  await assertCleanLedger(database.ownerUrl);
});

test('connections cut at random moments and retried on either process leave one purchase each', async () => {
  const inputs = Array.from({ length: 60 }, () => purchase(freshPhone()));
  const answers = new EventEmitter().setMaxListeners(0);
  let answered = 0;
  const count = (answer: Answer) => {
    answered += 1;
    answers.emit('answer');
    return answer;
  };
  await Promise.all(
    inputs.map(async (input, index) => {
      const cut = new AbortController();
      const first = issue(api.client(index), input, cut.signal).then(count, () => undefined);
      // From at once to when most are answered.
      while (answered < (index % 12) * 4) await once(answers, 'answer');
      cut.abort();
      const second = await retry(() => issue(api.client(index + 1), input).then(count));
      expect(second.status).toBe(200);
      const answer = await first;
      if (answer?.status === 200) expect(answer.data).toEqual(second.data);
    }),
  );
  for (const input of inputs) expect(await countPurchases(input.phone)).toBe(1);
  await assertCleanLedger(database.ownerUrl);
});

test('the same request sent 20 times at once on two processes records one purchase; what is not its answer is a 409', async () => {
  const input = purchase(freshPhone());
  const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => issue(api.client(turn), input)));
  const successes = answers.filter((answer) => answer.status === 200);
  const others = answers.filter((answer) => answer.status !== 200);
  expect(new Set(successes.map((answer) => answer.data.link)).size).toBe(1);
  expect(new Set(others.map((answer) => answer.error?.data.refusal))).toEqual(
    new Set(others.length > 0 ? ['operation_in_flight'] : []),
  );
  expect(await countPurchases(input.phone)).toBe(1);
});

test('while a request is under way its repeat is refused as a 409 at once, and answered after', async () => {
  const input = purchase(freshPhone());
  const key = `${merchant.id}:${input.operationId}`;
  const holder = await owner.connect();
  try {
    await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [key]);
    // The request that is under way ends only below: this one has not waited for it.
    const refused = await issue(api.client(0), input);
    expect([refused.status, refused.error?.data.refusal]).toEqual([409, 'operation_in_flight']);
    expect(refused.error?.message).toBe('Esta operação ainda está sendo processada. Tente novamente.');
    expect(await countPurchases(input.phone)).toBe(0);
    await holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]);
  } finally {
    holder.release(true);
  }
  expect((await issue(api.client(1), input)).status).toBe(200);
  expect(await countPurchases(input.phone)).toBe(1);
});

test('the same request id with anything else in the request is refused as a conflict, and changes nothing', async () => {
  const input = purchase(freshPhone());
  const first = await issue(api.client(0), input);
  const { data: customer } = await api
    .client(0)
    .query('customers.find', { phone: input.phone }, { cookie: merchant.cookie });
  const other = freshPhone();
  const { operationId: requestId } = input;
  const conflicts = [
    await issue(api.client(1), { ...input, amountCents: 10_001 }),
    await issue(api.client(0), { ...input, phone: other }),
    await api
      .client(1)
      .call(
        'redemptions.create',
        { operationId: requestId, customerId: customer.id, amountCents: 1 },
        { cookie: merchant.cookie },
      ),
  ];
  expect(conflicts.map((answer) => [answer.status, answer.error?.data.refusal])).toEqual(
    conflicts.map(() => [422, 'operation_conflict']),
  );
  expect([await countPurchases(input.phone), await countPurchases(other)]).toEqual([1, 0]);
  expect((await issue(api.client(0), input)).data).toEqual(first.data);
});

test('a repeat that writes the same request differently is the same request', async () => {
  const { operationId: requestId, phone, amountCents } = purchase(freshPhone());
  const first = await issue(api.client(0), { operationId: requestId, phone, amountCents });
  const masked = `(${phone.slice(0, 2)}) ${phone.slice(2)}`;
  const again = await issue(api.client(1), { amountCents, phone: masked, operationId: requestId });
  expect(again.data).toEqual(first.data);
  expect(await countPurchases(phone)).toBe(1);
});

test('a request that was refused can be tried again under its id', async () => {
  const { phone } = purchase(freshPhone());
  const { data: sold } = await issue(api.client(0), purchase(phone));
  const { data: customer } = await api
    .client(0)
    .query('customers.find', { phone }, { cookie: merchant.cookie });
  const request = { operationId: randomUUID(), customerId: customer.id, amountCents: 500 };
  const create = () => api.client(1).call('redemptions.create', request, { cookie: merchant.cookie });
  expect((await create()).error?.data.refusal).toBe('no_balance');
  await api.client(0).call('cashback.confirm', { token: tokenOf(sold.link) }, { ip: freshIp() });
  expect((await create()).status).toBe(200);
});

test("another merchant's requests under the same id are its own", async () => {
  const input = purchase(freshPhone());
  const other = await signUpMerchant(api.client(1));
  const [ours, theirs] = await Promise.all([
    issue(api.client(0), input),
    api.client(1).call('cashback.issue', { ...input, amountCents: 700 }, { cookie: other.cookie }),
  ]);
  expect([ours.status, theirs.status]).toEqual([200, 200]);
  expect(theirs.data.link).not.toBe(ours.data.link);
  expect(await countPurchases(input.phone)).toBe(2);
});
