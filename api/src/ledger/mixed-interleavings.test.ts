import { randomInt, randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { type Answer, freshIp } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { startTwoProcesses, type TwoProcesses } from '../test/two-processes.ts';

const CUSTOMERS = 5;
const WORKERS = 24;
const STEPS = 25;

let database: TestDatabase;
let owner: pg.Pool;
let api: TwoProcesses;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  api = await startTwoProcesses(database);
});

afterAll(async () => {
  await api.stop();
  await owner.end();
  await database.drop();
});

/** The changes that the answers reported, to be compared with the database. */
interface Told {
  issued: Map<string, number>;
  credited: Map<string, number>;
  debited: Map<string, number>;
  /** Amounts by which corrections changed a customer's totals; centavos. */
  spentBack: Map<string, number>;
  creditedBack: Map<string, number>;
  balanceBack: Map<string, number>;
  corrections: number;
  unexpected: Answer[];
}

interface Fixture {
  merchant: SignedInMerchant;
  phones: string[];
  customerIds: Map<string, string>;
  purchases: { id: string; token: string; phone: string }[];
  redemptions: { id: string; token: string; phone: string }[];
  told: Told;
}

const pick = <Item>(items: Item[]): Item => items[randomInt(items.length)] as Item;
const add = (sums: Map<string, number>, phone: string, cents: number) =>
  sums.set(phone, (sums.get(phone) ?? 0) + cents);

async function openFixture(): Promise<Fixture> {
  const merchant = await signUpMerchant(api.client(0));
  const phones = Array.from({ length: CUSTOMERS }, freshPhone);
  const customerIds = new Map<string, string>();
  const [issued, credited, debited] = [new Map(), new Map(), new Map()];
  const [spentBack, creditedBack, balanceBack] = [new Map(), new Map(), new Map()];
  const told: Told = {
    ...{ issued, credited, debited, spentBack, creditedBack, balanceBack },
    corrections: 0,
    unexpected: [],
  };
  const fixture: Fixture = { merchant, phones, customerIds, purchases: [], redemptions: [], told };
  for (const phone of phones) {
    await issue(fixture, phone, 10_000, 0);
    const { data } = await api.client(0).query('customers.find', { phone }, { cookie: merchant.cookie });
    customerIds.set(phone, data.id);
  }
  return fixture;
}

/**
 * The answer of a call, which is made again under its id or token where there was none in time: on a slow
 * machine calls wait for one customer as long as they may. The counter and the customer's page do the same.
 */
async function settled(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503 && answer.error?.data.refusal !== 'operation_in_flight') return answer;
  }
}

async function issue(
  { merchant, purchases, told }: Fixture,
  phone: string,
  amountCents: number,
  turn: number,
) {
  const input = { operationId: randomUUID(), phone, amountCents };
  const answer = await settled(() =>
    api.client(turn).call('cashback.issue', input, { cookie: merchant.cookie }),
  );
  if (answer.status !== 200) return void told.unexpected.push(answer);
  add(told.issued, phone, amountCents);
  purchases.push({ id: answer.data.transactionId, token: tokenOf(answer.data.link), phone });
}

/** Records an answer that is neither a success nor one of these refusals; true for a success. */
function isDone(answer: Answer, told: Told, ...refusals: string[]): boolean {
  if (answer.status === 200) return true;
  if (!refusals.includes(answer.error?.data.refusal ?? '')) told.unexpected.push(answer);
  return false;
}

async function open({ purchases, told }: Fixture, turn: number) {
  const { token } = pick(purchases);
  const answer = await settled(() => api.client(turn).call('cashback.confirm', { token }, { ip: freshIp() }));
  // Wholly reversed meanwhile.
  if (!isDone(answer, told, 'invalid_token')) return;
  told.credited.set(`${answer.data.phone} ${token}`, answer.data.cashbackCents);
}

async function createRedemption(fixture: Fixture, turn: number) {
  const { merchant, redemptions, told, customerIds, phones } = fixture;
  const phone = pick(phones);
  const customerId = customerIds.get(phone);
  const input = { operationId: randomUUID(), customerId, amountCents: randomInt(1, 1_200) };
  const answer = await settled(() =>
    api.client(turn).call('redemptions.create', input, { cookie: merchant.cookie }),
  );
  if (!isDone(answer, told, 'no_balance', 'amount_above_balance')) return;
  redemptions.push({ id: answer.data.redemptionId, token: tokenOf(answer.data.link), phone });
}

async function redeem({ redemptions, told }: Fixture, turn: number) {
  if (redemptions.length === 0) return;
  const { token } = pick(redemptions);
  const answer = await settled(() =>
    api.client(turn).call('redemptions.confirm', { token }, { ip: freshIp() }),
  );
  if (isDone(answer, told, 'insufficient_balance', 'invalid_token'))
    told.debited.set(`${answer.data.phone} ${token}`, answer.data.amountCents);
}

const REASON = 'Erro de digitação';

async function reversePurchase({ merchant, purchases, told }: Fixture, turn: number) {
  const { id: transactionId, phone } = pick(purchases);
  const input = {
    operationId: randomUUID(),
    transactionId,
    amountCents: randomInt(1, 20_000),
    reason: REASON,
  };
  const answer = await settled(() =>
    api.client(turn).call('cashback.reverse', input, { cookie: merchant.cookie }),
  );
  if (!isDone(answer, told, 'already_reversed', 'reversal_above_remaining')) return;
  told.corrections += 1;
  add(told.spentBack, phone, -answer.data.amountCents);
  add(told.creditedBack, phone, -answer.data.takenCents);
  add(told.balanceBack, phone, -answer.data.takenCents);
}

async function reverseRedemption({ merchant, redemptions, told }: Fixture, turn: number) {
  if (redemptions.length === 0) return;
  const { id: redemptionId, phone, token } = pick(redemptions);
  const input = { operationId: randomUUID(), redemptionId, reason: REASON };
  const answer = await settled(() =>
    api.client(turn).call('redemptions.reverse', input, { cookie: merchant.cookie }),
  );
  if (!isDone(answer, told, 'already_reversed', 'redemption_not_completed')) return;
  told.corrections += 1;
  // The answer of its confirmation may still be on its way, and comes to the same.
  told.debited.set(`${phone} ${token}`, answer.data.amountCents);
  add(told.creditedBack, phone, -answer.data.recoveredCents);
  add(told.balanceBack, phone, answer.data.amountCents - answer.data.recoveredCents);
}

async function adjust({ merchant, phones, customerIds, told }: Fixture, turn: number) {
  const phone = pick(phones);
  const customerId = customerIds.get(phone);
  const amountCents = randomInt(2) === 0 ? randomInt(1, 500) : -randomInt(1, 500);
  const input = { operationId: randomUUID(), customerId, amountCents, reason: REASON };
  const answer = await settled(() =>
    api.client(turn).call('customers.adjust', input, { cookie: merchant.cookie }),
  );
  if (!isDone(answer, told, 'adjustment_above_balance')) return;
  told.corrections += 1;
  add(told.balanceBack, phone, amountCents);
}

async function work(fixture: Fixture, worker: number) {
  for (let step = 0; step < STEPS; step += 1) {
    const turn = worker + step;
    const choice = randomInt(13);
    if (choice === 10) await reversePurchase(fixture, turn);
    else if (choice === 11) await reverseRedemption(fixture, turn);
    else if (choice === 12) await adjust(fixture, turn);
    else if (choice < 2) await issue(fixture, pick(fixture.phones), randomInt(1, 30_000), turn);
    else if (choice < 5) await open(fixture, turn);
    else if (choice < 7) await createRedemption(fixture, turn);
    else await redeem(fixture, turn);
  }
}

/** Sums of one customer over the tokens of which a success was shown. */
function sumOf(shown: Map<string, number>, phone: string): number {
  return [...shown].reduce((sum, [key, cents]) => (key.startsWith(phone) ? sum + cents : sum), 0);
}

async function assertTold({ merchant, phones, told }: Fixture) {
  expect(told.unexpected.map((answer) => [answer.status, answer.body])).toEqual([]);
  const { rows } = await owner.query(
    `SELECT phone, total_spent_cents::int AS spent, total_cashback_cents::int AS cashback,
       cashback_balance_cents::int AS balance FROM customers WHERE merchant_id = $1`,
    [merchant.id],
  );
  const expected = phones.map((phone) => ({
    phone,
    spent: (told.issued.get(phone) ?? 0) + (told.spentBack.get(phone) ?? 0),
    cashback: sumOf(told.credited, phone) + (told.creditedBack.get(phone) ?? 0),
    balance: sumOf(told.credited, phone) - sumOf(told.debited, phone) + (told.balanceBack.get(phone) ?? 0),
  }));
  expect(rows.toSorted((a, b) => a.phone.localeCompare(b.phone))).toEqual(
    expected.toSorted((a, b) => a.phone.localeCompare(b.phone)),
  );
  await assertCleanLedger(database.ownerUrl);
}

test('purchases, confirmations, redemptions, reversals and adjustments of five customers interleaved over two processes add up to what was answered', async () => {
  const fixture = await openFixture();
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(fixture, worker)));
  expect(fixture.told.debited.size).toBeGreaterThan(0);
  expect(fixture.told.corrections).toBeGreaterThan(20);
  await assertTold(fixture);
});
