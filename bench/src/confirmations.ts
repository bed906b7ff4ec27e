import { join } from 'node:path';
import type pg from 'pg';
import { type HttpProcess, startApi, startHttpProcess } from './api-process.ts';
import { assertDurable, type BenchServer, withClient } from './bench-database.ts';
import { type Contender, httpContender, pgbenchContender } from './contenders/contender.ts';
import type { SliceLoadOrder } from './contenders/http-load.ts';
import { locatePgbench } from './contenders/pgbench.ts';
import { readCpuTime } from './cpu-time.ts';
import { assertLedgerHolds } from './ledger-check.ts';
import { type LoadGenerator, startLoadGenerator } from './load/load-generator.ts';
import { measureRounds, type Results } from './measure-rounds.ts';
import { openPurchaseStock, type PurchaseStock } from './purchase-stock.ts';
import { measureSteady, type SteadyResults } from './steady-confirmations.ts';

const DATABASE = 'confirmations';
const LOAD = join(import.meta.dirname, 'contenders/http-load.ts');
const PEER = join(import.meta.dirname, 'contenders/peer-prisma.ts');

export interface ConfirmationOptions {
  rounds: number;
  seconds: number;
  /** Calls that let V8 compile what it will run; they count in the ledger, not in the table. */
  warmUpSeconds: number;
  /** Whole seconds that pgbench's new server processes get before they are timed. */
  rampSeconds: number;
  /** Arguments of the API process, such as --cpu-prof. */
  nodeArguments: string[];
  onProgress: (line: string) => void;
}

export interface Confirmations {
  results: Results;
  steady: SteadyResults;
  confirmed: number;
  apiPid: number;
}

interface Processes {
  load: LoadGenerator<SliceLoadOrder>;
  api: HttpProcess;
  peer: HttpProcess;
}

async function startProcesses(
  database: { appUrl: string; tokenSecret: string },
  nodeArguments: string[],
): Promise<Processes> {
  return {
    load: startLoadGenerator(LOAD),
    api: await startApi(database, nodeArguments),
    peer: await startHttpProcess(['--import', 'tsx', PEER], {
      NODE_ENV: 'production',
      DATABASE_URL: database.appUrl,
    }),
  };
}

/** Answers how many confirmations that took. */
async function warmUp(contenders: Contender[], stock: PurchaseStock, seconds: number): Promise<number> {
  let confirmed = 0;
  for (const contender of contenders) {
    const slice = await stock.prepare(contender.tokens, contender.guessPerSecond * seconds);
    confirmed += (await contender.measure(slice, 32, seconds)).confirmed;
  }
  return confirmed;
}

async function measureOn(
  owner: pg.Client,
  server: BenchServer,
  options: ConfirmationOptions,
): Promise<Confirmations> {
  const pgbench = locatePgbench();
  const { tokenSecret } = server;
  const appUrl = server.appUrl(DATABASE);
  const stock = await openPurchaseStock(owner, tokenSecret);
  const processes = await startProcesses({ appUrl, tokenSecret }, options.nodeArguments);
  const { load, api, peer } = processes;
  try {
    const ours = httpContender('ours', api, load, tokenSecret);
    const overHttp = [ours, httpContender('peer', peer, load, tokenSecret)];
    const warmedUp = await warmUp(overHttp, stock, options.warmUpSeconds);
    await owner.query('VACUUM (ANALYZE) customers, transactions, cashback_lots, ledger_entries');
    await owner.query('CHECKPOINT');
    const contenders: Contender[] = [
      ...overHttp,
      pgbenchContender('five', pgbench, appUrl, options.rampSeconds),
      pgbenchContender('one', pgbench, appUrl, options.rampSeconds),
    ];
    const pids = { database: server.pid, servers: [api.pid, peer.pid], load: load.pid };
    const readCpu = () => readCpuTime(pids);
    const results = await measureRounds(contenders, stock, { ...options, readCpu });
    const { perSecond } = results.of('ours', 32);
    const steady = await measureSteady(ours, stock, { ...options, perSecond });
    await stock.close();
    // As autovacuum would have: the check reads a merchant that the tables' statistics do not know yet.
    await owner.query('ANALYZE');
    const confirmed = warmedUp + results.confirmed + steady.confirmed;
    await assertLedgerHolds(owner, { appUrl, tokenSecret }, confirmed);
    return { results, steady, confirmed, apiPid: api.pid };
  } finally {
    for (const each of [load, api, peer]) await each.stop();
  }
}

/** Measures confirmations on an empty database of the server, then proves that the ledger holds them all. */
export async function measureConfirmations(
  server: BenchServer,
  options: ConfirmationOptions,
): Promise<Confirmations> {
  await server.createDatabase(DATABASE);
  return await withClient(server.ownerUrl(DATABASE), async (owner) => {
    await assertDurable(owner);
    return await measureOn(owner, server, options);
  });
}
