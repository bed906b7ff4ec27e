import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createTestDatabase } from 'database/test-database';
import pg from 'pg';
import type { Answer } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { expect } from 'vitest';
import type { App } from '../context.ts';
import { readRollups } from '../rollups/read-rollups.ts';
import { rebuildRollups } from '../rollups/rebuild-rollups.ts';
import { verifyRollups } from '../rollups/verify-rollups.ts';
import { insertEmployee } from './employees.ts';
import { openMoneyApp } from './money-app.ts';
import { openSession } from './tenant-fixture.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

/** Two processes in which a merchant sells and corrects while its rollups are read, compared and rebuilt. */

const WORKERS = 8;
const CUSTOMERS = 8;
const SELLERS = 16;
/** Refusals that valid calls may get where many work on the same few customers. */
const REFUSALS = [
  'already_reversed',
  'reversal_above_remaining',
  'redemption_not_completed',
  'no_balance',
  'amount_above_balance',
  'insufficient_balance',
  'adjustment_above_balance',
  'customer_not_found',
  'invalid_token',
];

interface Load {
  api: TwoProcesses;
  merchant: SignedInMerchant;
  /** Of employees who sell in turn: together they may record more purchases a minute than one. */
  cookies: string[];
  customerIds: string[];
  phones: string[];
  purchases: { id: string; token: string }[];
  redemptions: { id: string; token: string }[];
  done: Record<string, number>;
  unexpected: Answer[];
  sold: number;
}

const pick = <Item>(items: Item[]): Item => items[randomInt(items.length)] as Item;
const reason = 'Erro de digitação';

async function call(
  load: Load,
  path: string,
  input: object,
  cookie = load.merchant.cookie,
): Promise<Answer | undefined> {
  const answer = await load.api.client(randomInt(2)).call(path, input, { cookie });
  if (answer.status === 200) {
    load.done[path] = (load.done[path] ?? 0) + 1;
    return answer;
  }
  if (!REFUSALS.includes(answer.error?.data.refusal ?? '')) load.unexpected.push(answer);
  return undefined;
}

const newRequest = () => ({ operationId: randomUUID(), reason });

async function sell(load: Load, phone: string): Promise<void> {
  const input = { operationId: randomUUID(), phone, amountCents: pick([1, 990, 15_000, 60_000]) };
  const answer = await call(load, 'cashback.issue', input, pick(load.cookies));
  if (!answer) return;
  load.sold += 1;
  load.purchases.push({ id: answer.data.transactionId, token: tokenOf(answer.data.link) });
}

async function redeem(load: Load): Promise<void> {
  const input = {
    operationId: randomUUID(),
    customerId: pick(load.customerIds),
    amountCents: randomInt(1, 400),
  };
  const answer = await call(load, 'redemptions.create', input);
  if (!answer) return;
  const redemption = { id: answer.data.redemptionId, token: tokenOf(answer.data.link) };
  load.redemptions.push(redemption);
  await call(load, 'redemptions.confirm', { token: redemption.token });
}

/** Another person's record, made one with a regular's. */
async function merge(load: Load): Promise<void> {
  const phone = freshPhone();
  await sell(load, phone);
  const { data } = await load.api
    .client(0)
    .query('customers.find', { phone }, { cookie: load.merchant.cookie });
  await call(load, 'customers.merge', {
    ...newRequest(),
    customerId: pick(load.customerIds),
    sourceCustomerId: data.id,
  });
}

async function step(load: Load): Promise<void> {
  const actions: (() => Promise<unknown>)[] = [
    () => sell(load, pick(load.phones)),
    () => sell(load, freshPhone()),
    () => call(load, 'cashback.confirm', { token: pick(load.purchases).token }),
    () => redeem(load),
    () =>
      call(load, 'cashback.reverse', {
        ...newRequest(),
        transactionId: pick(load.purchases).id,
        amountCents: pick([1, 990, 15_000]),
      }),
    async () => {
      const redemption = load.redemptions.at(-1 - randomInt(5));
      if (redemption)
        await call(load, 'redemptions.reverse', { ...newRequest(), redemptionId: redemption.id });
    },
    () =>
      call(load, 'customers.adjust', {
        ...newRequest(),
        customerId: pick(load.customerIds),
        amountCents: pick([-10, 300]),
      }),
    () => merge(load),
  ];
  await pick([actions[0], actions[0], ...actions])?.();
}

async function openLoad(api: TwoProcesses, app: App, owner: pg.Pool): Promise<Load> {
  const merchant = await signUpMerchant(api.client(0));
  const hire = async () => {
    const { id } = await insertEmployee(owner, merchant.id, 'operator');
    return `session=${await openSession(app, { merchantId: merchant.id, employeeId: id })}`;
  };
  const cookies = await Promise.all(Array.from({ length: SELLERS }, hire));
  const phones = Array.from({ length: CUSTOMERS }, freshPhone);
  const load: Load = {
    ...{
      api,
      merchant,
      cookies,
      phones,
      customerIds: [],
      purchases: [],
      redemptions: [],
      done: {},
      unexpected: [],
    },
    sold: 0,
  };
  for (const phone of phones) {
    await sell(load, phone);
    const { data } = await api.client(0).query('customers.find', { phone }, { cookie: merchant.cookie });
    load.customerIds.push(data.id);
  }
  return load;
}

/** Purchases that were ever made: those that count now and those reversed since, of the same moment. */
async function readSold(app: App, merchantId: string): Promise<number> {
  return await readRollups(app, merchantId, async (tx) => {
    const [row] = await tx.query<{ sold: number }>(
      {
        name: 'load_sold',
        text: 'SELECT coalesce(sum(purchases), 0)::int AS sold FROM daily_rollups WHERE merchant_id = $1',
      },
      [tx.merchantId],
    );
    return row?.sold ?? 0;
  });
}

/**
 * Throws unless the rollups were those of their rows at every look, and every call was answered as it should
 * be.
 */
export async function provokeRollups(milliseconds: number): Promise<void> {
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  const api = await startTwoProcesses(database);
  const { app, close } = await openMoneyApp(database.appUrl);
  try {
    const load = await openLoad(api, app, owner);
    const merchantId = load.merchant.id;
    let isOver = false;
    const looks = { reads: 0, comparisons: 0, builds: 0 };
    const during = (name: keyof typeof looks, act: () => Promise<void>, pauseMs: number) => async () => {
      for (; !isOver; looks[name] += 1) {
        await act();
        await setTimeout(pauseMs);
      }
    };
    const work = async () => {
      while (!isOver) await step(load);
    };
    const loops = [
      ...Array.from({ length: WORKERS }, () => work),
      during('comparisons', () => compare(app, merchantId), 0),
      during('reads', () => readBeside(app, owner, merchantId), 10),
      during('builds', () => rebuildRollups(app, merchantId), 700),
    ].map((loop) => loop());
    await Promise.race([setTimeout(milliseconds), ...loops]);
    isOver = true;
    await Promise.all(loops);
    expect(load.unexpected.slice(0, 3)).toEqual([]);
    expect(Math.min(...Object.values(looks)), JSON.stringify(looks)).toBeGreaterThan(2);
    expect(Object.keys(load.done), JSON.stringify(load.done)).toHaveLength(8);
    expect(await readSold(app, merchantId)).toBe(await countPurchases(owner, merchantId));
    await compare(app, merchantId);
    const { rows } = await owner.query(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  } finally {
    await close();
    await api.stop();
    await owner.end();
    await database.drop();
  }
}

async function countPurchases(owner: pg.Pool, merchantId: string): Promise<number> {
  const text = "SELECT count(*)::int AS n FROM transactions WHERE merchant_id = $1 AND status = 'completed'";
  return (await owner.query(text, [merchantId])).rows[0].n;
}

async function compare(app: App, merchantId: string): Promise<void> {
  const found = await verifyRollups(app, [merchantId], (difference) => {
    throw new Error(JSON.stringify(difference));
  });
  expect(found).toMatchObject({ unbuilt: 0, differences: 0 });
}

/**
 * Reads the purchases sold, and expects no fewer than there were before and no more than there are
 * afterwards, net of reversals.
 */
async function readBeside(app: App, owner: pg.Pool, merchantId: string): Promise<void> {
  const count = async (status: string) =>
    (
      await owner.query(
        'SELECT count(*)::int AS n FROM transactions WHERE merchant_id = $1 AND status = ANY ($2)',
        [merchantId, status.split(' ')],
      )
    ).rows[0].n as number;
  const reversed = await count('reversed');
  const before = await count('completed');
  const read = await readSold(app, merchantId);
  const [all, reversedSince] = [await count('completed reversed'), (await count('reversed')) - reversed];
  expect(read).toBeGreaterThanOrEqual(before - reversedSince);
  expect(read).toBeLessThanOrEqual(all - reversed);
}
