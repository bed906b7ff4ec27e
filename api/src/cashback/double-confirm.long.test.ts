import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { createClient } from 'redis';
import { type Answer, createHttpClient, freshIp } from 'testing/http-client';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { startTwoProcesses, type TwoProcesses } from '../test/two-processes.ts';

const ROUNDS = 20;
const OPENINGS = 100;

let database: TestDatabase;
let redis: RedisServer;
let api: TwoProcesses;
let owner: pg.Pool;
let merchant: SignedInMerchant;
const published: string[] = [];
let stopListening: () => void;

beforeAll(async () => {
  [database, redis] = await Promise.all([
    createTestDatabase(),
    startRedisServer(process.env.REDIS_SERVER_PATH),
  ]);
  api = await startTwoProcesses(database, redis.url);
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  merchant = await signUpMerchant(api.client(0));
  const subscriber = await createClient({ url: redis.url }).connect();
  await subscriber.subscribe('live', (subject) => void published.push(subject));
  stopListening = () => subscriber.destroy();
});

afterAll(async () => {
  stopListening();
  await api.stop();
  await owner.end();
  await Promise.all([database.drop(), redis.stop()]);
});

async function issue(phone: string, amountCents: number): Promise<{ transactionId: string; token: string }> {
  const input = { operationId: randomUUID(), phone, amountCents };
  const { data } = await api.client(0).call('cashback.issue', input, { cookie: merchant.cookie });
  return { transactionId: data.transactionId, token: tokenOf(data.link) };
}

test(`a link opened 100 times at once on two processes credits exactly once, ${ROUNDS} times over`, async () => {
  const phone = freshPhone();
  const purchases: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { transactionId, token } = await issue(phone, 20_000);
    purchases.push(transactionId);
    const answers = await Promise.all(
      Array.from({ length: OPENINGS }, (_, turn) =>
        api.client(turn).call('cashback.confirm', { token }, { ip: freshIp() }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    // Every opening shows the same success, to the letter.
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(answers[0]?.data).toMatchObject({ phone, cashbackCents: 1_000, availableCents: round * 1_000 });
    const { rows } = await owner.query(
      'SELECT kind, amount_cents::int FROM ledger_entries WHERE source_id = $1',
      [transactionId],
    );
    expect(rows).toEqual([{ kind: 'accrual', amount_cents: 1_000 }]);
  }
  const later = await api.client(1).call('cashback.confirm', { token: (await issue(phone, 100)).token });
  expect(later.data.availableCents).toBe(ROUNDS * 1_000 + 5);
  await expect.poll(() => published.length).toBeGreaterThan(ROUNDS);
  const told = purchases.map((purchase) => published.filter((subject) => subject === purchase).length);
  expect(told, 'each confirmation is published once').toEqual(purchases.map(() => 1));
  await assertCleanLedger(database.ownerUrl);
});

/** Asks from one address over connections of its own, `count` at once over these processes in turn. */
async function openAtOnce(path: string, token: string, processes: number, count: number): Promise<Answer[]> {
  const ip = freshIp();
  const clients = Array.from({ length: 4 }, (_, turn) =>
    createHttpClient(api.processes[turn % processes === 0 ? 0 : 1].url),
  );
  try {
    return await Promise.all(
      Array.from(
        { length: count },
        (_, turn) => clients[turn % 4]?.call(path, { token }, { ip }) as Promise<Answer>,
      ),
    );
  } finally {
    for (const client of clients) client.close();
  }
}

test.each([1, 2])(
  'a link opened 300 times in parallel from one address on %i processes is one credit and 300 times the same success, a redemption likewise',
  async (processes) => {
    const phone = freshPhone();
    const purchase = await issue(phone, 20_000);
    const credited = await openAtOnce('cashback.confirm', purchase.token, processes, 300);
    const { data: customer } = await api
      .client(0)
      .query('customers.find', { phone }, { cookie: merchant.cookie });
    const redemption = await api
      .client(0)
      .call(
        'redemptions.create',
        { operationId: randomUUID(), customerId: customer.id, amountCents: 400 },
        { cookie: merchant.cookie },
      );
    const link = tokenOf(redemption.data.link);
    const debited = await openAtOnce('redemptions.confirm', link, processes, 300);
    for (const answers of [credited, debited]) {
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    }
    const { rows } = await owner.query(
      'SELECT kind, amount_cents::int FROM ledger_entries WHERE source_id IN ($1, $2) ORDER BY id',
      [purchase.transactionId, redemption.data.redemptionId],
    );
    expect(rows).toEqual([
      { kind: 'accrual', amount_cents: 1_000 },
      { kind: 'redemption', amount_cents: -400 },
    ]);
    await expect.poll(() => published).toContain(redemption.data.redemptionId);
    expect(published.filter((subject) => subject === purchase.transactionId).length).toBe(1);
    await assertCleanLedger(database.ownerUrl);
  },
);

test('openings of many customers at once on two processes credit each exactly once, and none waits for another in a ring', async () => {
  const phones = Array.from({ length: 8 }, freshPhone);
  const purchases = await Promise.all(phones.flatMap((phone) => [0, 1, 2].map(() => issue(phone, 10_000))));
  // Each link twice on each process, in an order of its own.
  const openings = [0, 1, 2, 3].flatMap((turn) =>
    purchases.map((purchase, index) => ({
      ...purchase,
      turn,
      order: (index * (7 + turn * 4)) % purchases.length,
    })),
  );
  const answers = await Promise.all(
    openings
      .sort((a, b) => a.order - b.order)
      .map(({ token, turn }) => api.client(turn).call('cashback.confirm', { token }, { ip: freshIp() })),
  );
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
  for (const phone of phones) {
    const { data } = await api.client(0).query('customers.find', { phone }, { cookie: merchant.cookie });
    expect(data).toMatchObject({ availableCents: 1_500, totalCashbackCents: 1_500 });
  }
  await assertCleanLedger(database.ownerUrl);
});
