import { join } from 'node:path';
import type { BenchServer } from '../bench-database.ts';
import { measureFlush } from '../disk-flush.ts';
import { assertLedgerVerifies } from '../ledger-check.ts';
import { startLoadGenerator } from '../load/load-generator.ts';
import { shareSessions } from '../load/staff-sessions.ts';
import type { ActionName } from './actions.ts';
import { assertCountsMatch, type Counts, readCounts } from './check-counts.ts';
import type { CallsLoadOrder } from './load-process.ts';
import { type Arena, type MeasureOptions, measureArenas } from './measure.ts';
import { type Merchant, type OpenMerchant, withMerchants } from './merchant.ts';
import { insertPasts, LEDGER_ROWS_PER_VISIT, type Past } from './past.ts';
import { describeNoise, formatHistory, judgeHistory } from './report.ts';

export type HistoryOptions = Omit<MeasureOptions, 'databasePid' | 'connections'> & {
  say: (line: string) => void;
};

const LOAD = join(import.meta.dirname, 'load-process.ts');
const CUSTOMERS = 25_000;
/**
 * Rows of the merchant's ledger before the run, beside one opening credit for each customer. The control has
 * a database and an API process of its own, as the others have: what these alone make differ shows in it,
 * too.
 */
const SIZES = [
  { rows: 0, isControl: false },
  { rows: 0, isControl: true },
  { rows: 100_000, isControl: false },
  { rows: 1_000_000, isControl: false },
];
const CONNECTIONS = 32;

/**
 * Own pasts: as many customers for redeeming as for the rest, for each confirmation is one more credit to
 * redeem from.
 */
const REGULARS = 20;
const OWN_PASTS = [
  { name: 'none', isControl: false, visits: 0, unspent: 0 },
  { name: 'none again', isControl: true, visits: 0, unspent: 0 },
  { name: '5,000 spent lots', isControl: false, visits: 2_500, unspent: 0 },
  { name: '100 open lots', isControl: false, visits: 0, unspent: 100 },
];

async function openMerchantWithPasts(open: OpenMerchant, name: string, pasts: Past[]): Promise<Merchant> {
  const merchant = await open(name);
  await insertPasts(merchant, pasts);
  await merchant.owner.query('VACUUM (ANALYZE)');
  await assertLedgerVerifies(merchant.database, [merchant.merchantId]);
  return merchant;
}

/** A database for each size: the indexes, too, are as deep as the merchant's history makes them. */
async function openSizes(open: OpenMerchant, onProgress: (line: string) => void): Promise<Arena[]> {
  const everybody = { first: 0, count: CUSTOMERS };
  const arenas: Arena[] = [];
  for (const { rows, isControl } of SIZES) {
    const name = `${rows.toLocaleString('en')}${isControl ? ' again' : ''}`;
    onProgress(`writing a history of ledger rows: ${name}`);
    const visits = rows / CUSTOMERS / LEDGER_ROWS_PER_VISIT;
    const database = `history_${rows}${isControl ? '_again' : ''}`;
    const merchant = await openMerchantWithPasts(open, database, [{ ...everybody, visits, unspent: 0 }]);
    const customersOf = { confirm: everybody, redeem: everybody, issue: everybody };
    arenas.push({ name, isControl, merchant, customersOf });
  }
  return arenas;
}

/** Fills one database for all arenas: they differ in the calling customers' own history alone. */
async function openOwnPasts(open: OpenMerchant, onProgress: (line: string) => void): Promise<Arena[]> {
  onProgress('writing long histories of single customers');
  const pasts = OWN_PASTS.map((past, index) => ({
    ...past,
    first: index * 2 * REGULARS,
    count: 2 * REGULARS,
  }));
  const merchant = await openMerchantWithPasts(open, 'history_own', pasts);
  return pasts.map(({ name, isControl, first }) => {
    const buyers = { first, count: REGULARS };
    const redeemers = { first: first + REGULARS, count: REGULARS };
    return { name, isControl, merchant, customersOf: { confirm: buyers, redeem: redeemers, issue: buyers } };
  });
}

function sumOf(counts: readonly Counts[]): Counts {
  const of = (name: ActionName) => counts.reduce((sum, each) => sum + each[name], 0);
  return { confirm: of('confirm'), redeem: of('redeem'), issue: of('issue') };
}

/** Measures the arenas, checks their books and answers the table of it. */
async function measureAndReport(
  server: BenchServer,
  arenas: Arena[],
  title: string,
  { say, ...options }: HistoryOptions,
): Promise<boolean> {
  const load = startLoadGenerator<CallsLoadOrder>(LOAD);
  const merchants = [...new Set(arenas.map(({ merchant }) => merchant))];
  const closers = [() => load.stop()];
  try {
    for (const { ownerUrl, merchantId } of merchants)
      closers.push(await shareSessions(ownerUrl, [merchantId]));
    const before = await Promise.all(merchants.map(readCounts));
    const results = await measureArenas(load, arenas, {
      ...options,
      connections: CONNECTIONS,
      databasePid: server.pid,
    });
    const after = await Promise.all(merchants.map(readCounts));
    options.onProgress('verifying the ledgers');
    for (const [index, merchant] of merchants.entries()) {
      const own = arenas
        .filter((arena) => arena.merchant === merchant)
        .map(({ name }) => results.answered(name));
      await assertCountsMatch(merchant, before[index] ?? sumOf([]), sumOf(own));
    }
    const verdict = judgeHistory(results, arenas);
    say(`\n${formatHistory(results, arenas, title)}\n\n${verdict.sentence}`);
    say(describeNoise(results, arenas));
    for (const [index] of merchants.entries())
      say(
        `Ledger rows, opening credits included: ${before[index]?.rows} before, ${after[index]?.rows} after.`,
      );
    return verdict.holds;
  } finally {
    for (const close of closers) await close();
  }
}

/**
 * Measures if history makes confirming, redeeming or issuing slower: the merchant's, and the customer's own.
 */
export async function reportHistory(server: BenchServer, options: HistoryOptions): Promise<boolean> {
  const { onProgress } = options;
  const before = measureFlush(server.dataDirectory);
  const flat = await withMerchants(server, async (open) => {
    const sizes = await openSizes(open, onProgress);
    return await measureAndReport(server, sizes, 'the merchant’s earlier ledger rows', options);
  });
  await withMerchants(server, async (open) => {
    const pasts = await openOwnPasts(open, onProgress);
    await measureAndReport(server, pasts, 'the customer’s own history', options);
  });
  const after = measureFlush(server.dataDirectory);
  options.say('The ledgers hold: every answered call once, every balance its sum.');
  for (const [when, flush] of Object.entries({ before, after })) {
    options.say(
      `fdatasync of 8 kB ${when}: median ${flush.p50Ms.toFixed(2)} ms, 99th percentile ${flush.p99Ms.toFixed(2)} ms`,
    );
  }
  return flat;
}
