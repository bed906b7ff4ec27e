import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../scripts/lib/test-database.ts';
import type { TestDatabase } from '../../../scripts/lib/test-server.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { type Answer, freshIp } from '../test/http-client.ts';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from '../test/signed-in-merchant.ts';
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

/** What the answers said happened, to be compared with what the database says. */
interface Told {
  issued: Map<string, number>;
  credited: Map<string, number>;
  debited: Map<string, number>;
  unexpected: Answer[];
}

interface Scene {
  shop: SignedInMerchant;
  phones: string[];
  customerIds: Map<string, string>;
  links: { sales: string[]; redemptions: string[] };
  told: Told;
}

const pick = <Item>(items: Item[]): Item => items[randomInt(items.length)] as Item;
const add = (sums: Map<string, number>, phone: string, cents: number) =>
  sums.set(phone, (sums.get(phone) ?? 0) + cents);

async function openScene(): Promise<Scene> {
  const shop = await signUpMerchant(api.client(0));
  const phones = Array.from({ length: CUSTOMERS }, freshPhone);
  const customerIds = new Map<string, string>();
  const told = { issued: new Map(), credited: new Map(), debited: new Map(), unexpected: [] };
  const scene = { shop, phones, customerIds, links: { sales: [], redemptions: [] }, told };
  for (const phone of phones) {
    await issue(scene, phone, 10_000, 0);
    const { data } = await api.client(0).query('customers.find', { phone }, { cookie: shop.cookie });
    customerIds.set(phone, data.id);
  }
  return scene;
}

async function issue({ shop, links, told }: Scene, phone: string, amountCents: number, turn: number) {
  const input = { operationId: randomUUID(), phone, amountCents };
  const answer = await api.client(turn).call('cashback.issue', input, { cookie: shop.cookie });
  if (answer.status !== 200) return void told.unexpected.push(answer);
  add(told.issued, phone, amountCents);
  links.sales.push(tokenOf(answer.data.link));
}

async function open({ links, told }: Scene, turn: number) {
  const token = pick(links.sales);
  const answer = await api.client(turn).call('cashback.confirm', { token }, { ip: freshIp() });
  if (answer.status !== 200) return void told.unexpected.push(answer);
  told.credited.set(`${answer.data.phone} ${token}`, answer.data.cashbackCents);
}

async function createRedemption(scene: Scene, turn: number) {
  const { shop, links, told, customerIds, phones } = scene;
  const customerId = customerIds.get(pick(phones));
  const input = { operationId: randomUUID(), customerId, amountCents: randomInt(1, 1_200) };
  const answer = await api.client(turn).call('redemptions.create', input, { cookie: shop.cookie });
  if (answer.status === 200) links.redemptions.push(tokenOf(answer.data.link));
  else if (answer.status !== 422) told.unexpected.push(answer);
}

async function redeem({ links, told }: Scene, turn: number) {
  if (links.redemptions.length === 0) return;
  const token = pick(links.redemptions);
  const answer = await api.client(turn).call('redemptions.confirm', { token }, { ip: freshIp() });
  if (answer.status === 200) told.debited.set(`${answer.data.phone} ${token}`, answer.data.amountCents);
  else if (answer.error?.data.refusal !== 'insufficient_balance') told.unexpected.push(answer);
}

async function work(scene: Scene, worker: number) {
  for (let step = 0; step < STEPS; step += 1) {
    const turn = worker + step;
    const choice = randomInt(10);
    if (choice < 2) await issue(scene, pick(scene.phones), randomInt(1, 30_000), turn);
    else if (choice < 5) await open(scene, turn);
    else if (choice < 7) await createRedemption(scene, turn);
    else await redeem(scene, turn);
  }
}

/** Sums of one customer over the tokens of which a success was shown. */
function sumOf(shown: Map<string, number>, phone: string): number {
  return [...shown].reduce((sum, [key, cents]) => (key.startsWith(phone) ? sum + cents : sum), 0);
}

async function assertTold({ shop, phones, told }: Scene) {
  expect(told.unexpected.map((answer) => [answer.status, answer.body])).toEqual([]);
  const { rows } = await owner.query(
    `SELECT phone, total_spent_cents::int AS spent, total_cashback_cents::int AS cashback,
       cashback_balance_cents::int AS balance FROM customers WHERE merchant_id = $1`,
    [shop.id],
  );
  const expected = phones.map((phone) => ({
    phone,
    spent: told.issued.get(phone) ?? 0,
    cashback: sumOf(told.credited, phone),
    balance: sumOf(told.credited, phone) - sumOf(told.debited, phone),
  }));
  expect(rows.toSorted((a, b) => a.phone.localeCompare(b.phone))).toEqual(
    expected.toSorted((a, b) => a.phone.localeCompare(b.phone)),
  );
  await assertCleanLedger(database.ownerUrl);
}

test('sales, scans and redemptions of five customers interleaved over two processes add up to what was answered', {
  timeout: 120_000,
}, async () => {
  const scene = await openScene();
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(scene, worker)));
  expect(scene.told.debited.size).toBeGreaterThan(0);
  await assertTold(scene);
});
