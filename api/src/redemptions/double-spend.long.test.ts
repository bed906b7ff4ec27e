import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { startTwoProcesses, type TwoProcesses } from '../test/two-processes.ts';

const ROUNDS = 20;
const RACERS = 50;
const BALANCE_CENTS = 5_000;

let database: TestDatabase;
let api: TwoProcesses;
let owner: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTwoProcesses(database);
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
});

afterAll(async () => {
  await api.stop();
  await owner.end();
  await database.drop();
});

async function earn(merchant: SignedInMerchant, phone: string, amountCents: number): Promise<void> {
  const input = { operationId: randomUUID(), phone, amountCents };
  const purchase = await api.client(0).call('cashback.issue', input, { cookie: merchant.cookie });
  await api.client(1).call('cashback.confirm', { token: tokenOf(purchase.data.link) }, { ip: freshIp() });
}

async function prepareRedemptions(
  merchant: SignedInMerchant,
  phone: string,
  amountsCents: number[],
): Promise<string[]> {
  const { data: customer } = await api
    .client(0)
    .query('customers.find', { phone }, { cookie: merchant.cookie });
  const tokens: string[] = [];
  // One after the other, as a counter would: it is the confirming that races.
  for (const [turn, amountCents] of amountsCents.entries()) {
    const input = { operationId: randomUUID(), customerId: customer.id, amountCents };
    const created = await api.client(turn).call('redemptions.create', input, { cookie: merchant.cookie });
    tokens.push(tokenOf(created.data.link));
  }
  return tokens;
}

/** Looks at the balance in every way there is, again and again, until stopped; returns every value seen. */
function watchBalance(merchant: SignedInMerchant, phone: string): { stop: () => Promise<number[]> } {
  const seen: number[] = [];
  let stopped = false;
  const loop = async (look: () => Promise<number[]>) => {
    while (!stopped) seen.push(...(await look()));
  };
  const loops = [
    loop(async () => {
      const answer = await api.client(0).query('customers.find', { phone }, { cookie: merchant.cookie });
      return answer.status === 429 ? [] : [answer.data.availableCents, answer.data.maturingCents];
    }),
    loop(async () => {
      const input = { phone, slug: merchant.slug };
      const answer = await api.client(1).query('customers.dashboard', input, { ip: freshIp() });
      return [answer.data.programmes[0].availableCents];
    }),
    loop(async () => {
      const { rows } = await owner.query(
        `SELECT available_cents::int AS available, cashback_balance_cents::int AS balance,
           (SELECT sum(remaining_cents)::int FROM cashback_lots l WHERE l.customer_id = c.id) AS remaining,
           (SELECT min(balance_after_cents)::int FROM ledger_entries e WHERE e.customer_id = c.id) AS after
         FROM customers c WHERE merchant_id = $1 AND phone = $2`,
        [merchant.id, phone],
      );
      return Object.values(rows[0]) as number[];
    }),
  ];
  return {
    async stop() {
      stopped = true;
      await Promise.all(loops);
      return seen;
    },
  };
}

test(`50 redemptions of the whole balance confirmed at once on two processes: one wins, no read is ever negative, ${ROUNDS} times over`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const merchant = await signUpMerchant(api.client(round));
    const phone = freshPhone();
    await earn(merchant, phone, BALANCE_CENTS * 20);
    const tokens = await prepareRedemptions(merchant, phone, Array(RACERS).fill(BALANCE_CENTS));
    const watcher = watchBalance(merchant, phone);
    const answers = await Promise.all(
      tokens.map((token, turn) => api.client(turn).call('redemptions.confirm', { token }, { ip: freshIp() })),
    );
    const seen = await watcher.stop();
    const winners = answers.filter((answer) => answer.status === 200);
    expect(winners.map((answer) => answer.data)).toEqual([
      expect.objectContaining({ phone, amountCents: BALANCE_CENTS, availableCents: 0 }),
    ]);
    const losers = answers.filter((answer) => answer.status !== 200);
    expect(new Set(losers.map((answer) => `${answer.status} ${answer.error?.message}`))).toEqual(
      new Set(['422 Saldo insuficiente para este resgate']),
    );
    // Whole or spent, nothing between and nothing below.
    expect(seen.filter((cents) => cents !== 0 && cents !== BALANCE_CENTS)).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
    const { rows } = await owner.query(
      "SELECT count(*)::int AS debits FROM ledger_entries WHERE merchant_id = $1 AND kind = 'redemption'",
      [merchant.id],
    );
    expect(rows).toEqual([{ debits: 1 }]);
  }
  await assertCleanLedger(database.ownerUrl);
});

test('redemptions of different sizes racing for one balance never take more than it holds, and use all that fits', async () => {
  const merchant = await signUpMerchant(api.client(0));
  const phone = freshPhone();
  for (let purchase = 0; purchase < 5; purchase += 1) await earn(merchant, phone, 20_000);
  const amounts = Array.from({ length: 40 }, (_, index) => [700, 1_100, 130, 2_500][index % 4] ?? 0);
  const tokens = await prepareRedemptions(merchant, phone, amounts);
  const answers = await Promise.all(
    tokens.map((token, turn) => api.client(turn).call('redemptions.confirm', { token }, { ip: freshIp() })),
  );
  const taken = answers.reduce((sum, answer) => sum + (answer.data?.amountCents ?? 0), 0);
  const { data } = await api.client(0).query('customers.find', { phone }, { cookie: merchant.cookie });
  expect(data.availableCents).toBe(5_000 - taken);
  const refused = answers.flatMap((answer, index) => (answer.status === 200 ? [] : [amounts[index] ?? 0]));
  expect(Math.min(...refused)).toBeGreaterThan(data.availableCents);
  await assertCleanLedger(database.ownerUrl);
});

test('one redemption link opened 60 times at once on two processes debits once and shows every opening the same success', async () => {
  const merchant = await signUpMerchant(api.client(0));
  const phone = freshPhone();
  await earn(merchant, phone, 100_000);
  const [token = ''] = await prepareRedemptions(merchant, phone, [1_500]);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, turn) =>
      api.client(turn).call('redemptions.confirm', { token }, { ip: freshIp() }),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(answers[0]?.data).toMatchObject({ amountCents: 1_500, availableCents: 3_500 });
  await assertCleanLedger(database.ownerUrl);
});
