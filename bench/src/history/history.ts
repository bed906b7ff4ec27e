import type { BenchServer } from '../bench-database.ts';
import { measureFlush } from '../disk-flush.ts';
import { assertBooksHold, assertLedgerVerifies, type Counts, readCounts } from './books.ts';
import { startLoad } from './load.ts';
import { type Arena, type MeasureOptions, measureArenas } from './measure.ts';
import type { OperationName } from './operations.ts';
import { insertPasts, LEDGER_ROWS_PER_VISIT, type Past } from './past.ts';
import { formatHistory, judgeHistory } from './report.ts';
import { type OpenShop, type Shop, withShops } from './shop.ts';

export type HistoryOptions = Omit<MeasureOptions, 'databasePid' | 'connections'> & {
  say: (line: string) => void;
};

const CUSTOMERS = 25_000;
/** Of the merchant's ledger before the run, beside one opening credit for each customer. */
const SIZES = [0, 100_000, 1_000_000] as const;
const CONNECTIONS = 32;

/** Own pasts: as many customers for redeeming as for the rest, for each confirmation is one more credit to redeem from. */
const REGULARS = 20;
const OWN_PASTS = [
  { name: 'none', visits: 0, unspent: 0 },
  { name: '5,000 spent lots', visits: 2_500, unspent: 0 },
  { name: '100 open lots', visits: 0, unspent: 100 },
];

const sizeName = (rows: number) => rows.toLocaleString('en');

async function openShopWithPasts(open: OpenShop, name: string, pasts: Past[]): Promise<Shop> {
  const shop = await open(name);
  await insertPasts(shop, pasts);
  await shop.owner.query('VACUUM (ANALYZE)');
  await assertLedgerVerifies(shop);
  return shop;
}

/** A database for each size: the indexes, too, are as deep as the merchant's history makes them. */
async function openSizes(open: OpenShop, onProgress: (line: string) => void): Promise<Arena[]> {
  const everybody = { first: 0, count: CUSTOMERS };
  const arenas: Arena[] = [];
  for (const rows of SIZES) {
    onProgress(`writing a history of ${sizeName(rows)} ledger rows`);
    const visits = rows / CUSTOMERS / LEDGER_ROWS_PER_VISIT;
    const shop = await openShopWithPasts(open, `history_${rows}`, [{ ...everybody, visits, unspent: 0 }]);
    const customersOf = { confirm: everybody, redeem: everybody, issue: everybody };
    arenas.push({ name: sizeName(rows), shop, customersOf });
  }
  return arenas;
}

/** One database for all of them: what differs is the calling customers' own history alone. */
async function openOwnPasts(open: OpenShop, onProgress: (line: string) => void): Promise<Arena[]> {
  onProgress('writing long histories of single customers');
  const pasts = OWN_PASTS.map((past, index) => ({
    ...past,
    first: index * 2 * REGULARS,
    count: 2 * REGULARS,
  }));
  const shop = await openShopWithPasts(open, 'history_own', pasts);
  return pasts.map(({ name, first }) => {
    const buyers = { first, count: REGULARS };
    const redeemers = { first: first + REGULARS, count: REGULARS };
    return { name, shop, customersOf: { confirm: buyers, redeem: redeemers, issue: buyers } };
  });
}

function sumOf(counts: readonly Counts[]): Counts {
  const of = (name: OperationName) => counts.reduce((sum, each) => sum + each[name], 0);
  return { confirm: of('confirm'), redeem: of('redeem'), issue: of('issue') };
}

/** Measures the arenas, checks their books and answers the table of it. */
async function measureAndReport(
  server: BenchServer,
  arenas: Arena[],
  title: string,
  { say, ...options }: HistoryOptions,
): Promise<boolean> {
  const load = startLoad();
  const shops = [...new Set(arenas.map(({ shop }) => shop))];
  try {
    const before = await Promise.all(shops.map(readCounts));
    const results = await measureArenas(load, arenas, {
      ...options,
      connections: CONNECTIONS,
      databasePid: server.pid,
    });
    const after = await Promise.all(shops.map(readCounts));
    options.onProgress('verifying the ledgers');
    for (const [index, shop] of shops.entries()) {
      const own = arenas.filter((arena) => arena.shop === shop).map(({ name }) => results.answered(name));
      await assertBooksHold(shop, before[index] ?? sumOf([]), sumOf(own));
    }
    const names = arenas.map(({ name }) => name);
    const verdict = judgeHistory(results, names);
    say(`\n${formatHistory(results, names, title)}\n\n${verdict.sentence}`);
    for (const [index] of shops.entries())
      say(
        `Ledger rows, opening credits included: ${before[index]?.rows} before, ${after[index]?.rows} after.`,
      );
    return verdict.holds;
  } finally {
    await load.stop();
  }
}

/** Whether history makes confirming, redeeming or issuing slower: the merchant's, and the customer's own. */
export async function reportHistory(server: BenchServer, options: HistoryOptions): Promise<boolean> {
  const { onProgress } = options;
  const before = measureFlush(server.dataDirectory);
  const flat = await withShops(server, async (open) => {
    const sizes = await openSizes(open, onProgress);
    return await measureAndReport(server, sizes, 'the merchant’s earlier ledger rows', options);
  });
  await withShops(server, async (open) => {
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
