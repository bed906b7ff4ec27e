import { randomUUID } from 'node:crypto';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { type OutageDatabase, startOutageDatabase } from 'testing/outage-database';
import { freshPhone, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { assertCleanLedger } from '../clean-ledger.ts';
import { expectRecovery, expectUnavailable, openProbedMerchant, type Probe, runProbes } from './probes.ts';

/** A PostgreSQL that is there and yet cannot: locked or hung. */

const POOL_SIZE = 4;
let database: OutageDatabase;
let api: ApiProcess;
let client: HttpClient;
let probes: Probe[];

beforeAll(async () => {
  database = await startOutageDatabase();
  api = await startApiProcess({
    databaseUrl: database.appUrl,
    extraEnv: { DATABASE_POOL_SIZE: String(POOL_SIZE), TIME_LIMITS: 'product' },
  });
  client = createHttpClient(api.url);
  probes = await openProbedMerchant(client);
});

afterEach(async () => {
  const alive = await client.fetch('/healthz').catch((error: Error) => ({ status: error.message }));
  expect(alive.status, api.output().slice(-3_000)).toBe(200);
  await assertCleanLedger(database.ownerUrl);
});

afterAll(async () => {
  client?.close();
  await api?.kill();
  await database?.discard();
});

async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const blocker = await database.owner.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query(statement);
    await work();
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
}

const probesOf = (...names: string[]) => probes.filter(({ name }) => names.includes(name));

test('all connections waiting for one lock: those that wait and later ones get 503', async () => {
  const waiting = probesOf('issue', 'confirm', 'dashboard');
  let slowestMs = 0;
  const tables = 'merchants, customers, transactions';
  await whileLocked(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`, async () => {
    const flood = Array.from({ length: POOL_SIZE * 6 }, () => waiting).flat();
    const results = await runProbes([...flood, ...probesOf('sign-up (Prisma)')]);
    expectUnavailable(results);
    slowestMs = Math.max(...results.map(({ ms }) => ms));
  });
  const recoveredMs = await expectRecovery(probes);
  console.info(
    `locked: the slowest 503 after ${slowestMs.toFixed(0)} ms; well ${recoveredMs.toFixed(0)} ms after the lock`,
  );
});

test('a customer who is locked by another transaction keeps only himself from confirming', async () => {
  const merchant = await signUpMerchant(client);
  const issue = async (phone: string) => {
    const input = { operationId: randomUUID(), phone, amountCents: 1_000 };
    return (await client.call('cashback.issue', input, { cookie: merchant.cookie })).data.link;
  };
  const locked = freshPhone();
  const links = [await issue(locked)];
  for (let index = 0; index < 12; index += 1) links.push(await issue(freshPhone()));
  const confirm = async (link: string) => {
    const answer = await client.call('cashback.confirm', { token: tokenOf(link) }, { ip: freshIp() });
    return answer.status;
  };
  await whileLocked(`SELECT 1 FROM customers WHERE phone = '${locked}' FOR UPDATE`, async () => {
    expect(await Promise.all(links.map(confirm))).toEqual([503, ...links.slice(1).map(() => 200)]);
  });
  expect(await confirm(links[0] ?? '')).toBe(200);
});

test('a server that hangs: 503 for every call, and well when it goes on', async () => {
  await runProbes(probes);
  const { rows } = await database.owner.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE usename LIKE 'cashback_%'",
  );
  const pids = [database.server.pid, ...rows.map(({ pid }) => pid)];
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, signal);
  };
  signalAll('SIGSTOP');
  try {
    const [first, second] = [await runProbes(probes), await runProbes(probes)];
    expectUnavailable([...first, ...second]);
  } finally {
    signalAll('SIGCONT');
  }
  await expectRecovery(probes);
});
