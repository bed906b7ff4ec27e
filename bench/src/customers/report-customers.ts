import { cpus, loadavg } from 'node:os';
import { CUSTOMER_SORTS, type CustomerSort } from 'domain/customer-list-inputs';
import type { BenchServer } from '../bench-database.ts';
import { readCpuTime } from '../cpu-time.ts';
import { type Merchant, withMerchants } from '../history/merchant.ts';
import { formatTable } from '../print-table.ts';
import { percentile } from '../statistics.ts';
import { type ClienteleSize, insertClientele, RARE_NAME } from './clientele.ts';

const LIMIT_MS = 50;
const SIZE: ClienteleSize = { customers: 200_000, neighbors: 20, customersOfNeighbor: 5_000 };
const QUICK_SIZE: ClienteleSize = { customers: 20_000, neighbors: 4, customersOfNeighbor: 1_000 };
/** The first page as often as the deep ones together: pages `DEEP_FROM` and after. */
const DEEP_FROM = 40;
const ATTEMPTS = 5;

const SEARCHES: [what: string, search: string | undefined][] = [
  ['nothing searched', undefined],
  ['phone, five digits', '(11) 9 876'],
  ['phone, last four', '4-321'],
  ['common first name', 'maria'],
  ['rare name', RARE_NAME],
  ['e-mail, common part', '@gmail'],
  ['e-mail, rare part', 'cliente77'],
  ['one letter', 'm'],
  ['rare letter', 'z'],
  ['two letters', 'jo'],
  ['two words', 'maria xavier'],
  ['two rarer words', 'nobrega vitoria'],
  ['common, but last', 'importado'],
  ['no match', 'qqqq'],
];

/** The list's orders, and the palette's search. */
const ORDERS = [
  ...CUSTOMER_SORTS.map((sort) => ({ name: `by ${sort}`, sort, bestFirst: false })),
  { name: 'best first', sort: CUSTOMER_SORTS[0], bestFirst: true },
];

interface Page {
  customers: unknown[];
  next: string | null;
}

async function ask<Answer>(merchant: Merchant, procedure: string, input: object): Promise<Answer> {
  const url = `http://localhost:${merchant.api.port}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const send = () => fetch(url, { headers: { cookie: `session=${merchant.session}` } });
  let response = await send();
  // A machine that is busy with other things lets a call fail now and then; the time it took is counted.
  for (let attempt = 1; response.status === 503 && attempt < ATTEMPTS; attempt += 1) response = await send();
  if (!response.ok) throw new Error(`${procedure} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { result: { data: Answer } }).result.data;
}

async function timed<Answer>(times: number[], call: () => Promise<Answer>): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await call();
  times.push(performance.now() - startedAt);
  return answer;
}

interface Cell {
  first: number[];
  deep: number[];
  /** Milliseconds of processor time a first page takes, which hardly depend on what else the machine does. */
  cpuMs: number;
}

/** Milliseconds of the first page, asked `rounds` times, and of as many pages from the fortieth on. */
async function measureCell(
  { merchant, databasePid }: { merchant: Merchant; databasePid: number },
  {
    rounds,
    ...asked
  }: { sort: CustomerSort; bestFirst: boolean; search: string | undefined; rounds: number },
): Promise<Cell> {
  const list = (after?: string) => ask<Page>(merchant, 'customers.list', { ...asked, after });
  const cpuMs = () => {
    const used = readCpuTime({ database: databasePid, servers: [merchant.api.pid], load: process.pid });
    return used ? (used.database + used.server) / 1_000 : Number.NaN;
  };
  const [first, deep]: [number[], number[]] = [[], []];
  const before = cpuMs();
  for (let round = 0; round < rounds; round += 1) await timed(first, () => list());
  const cell = { first, deep, cpuMs: (cpuMs() - before) / rounds };
  let page = await list();
  for (let number = 1; page.next !== null && deep.length < rounds; number += 1) {
    const { next } = page;
    page = await timed(number >= DEEP_FROM ? deep : [], () => list(next));
  }
  return cell;
}

const milliseconds = (times: number[], share: number) =>
  times.length === 0 ? '–' : percentile(times, share).toFixed(1);

/**
 * npm run bench -- --customers: measures every order of the customers' list by every kind of search, first
 * and deep pages, over HTTP and one call after another. Returns true if the 95th percentile of each stays
 * within 50 ms.
 */
export async function reportCustomers(
  server: BenchServer,
  options: { isQuick: boolean; say: (line: string) => void; onProgress: (line: string) => void },
): Promise<boolean> {
  const { isQuick, say, onProgress } = options;
  const size = isQuick ? QUICK_SIZE : SIZE;
  const rounds = isQuick ? 5 : 30;
  const [busy = 0] = loadavg();
  return await withMerchants(server, async (open) => {
    const merchant = await open('customers');
    onProgress(`inserting ${size.customers} customers`);
    await insertClientele(merchant.owner, merchant, size);
    const rows: string[][] = [];
    let worst = { name: '', p95: 0 };
    const judge = (name: string, times: number[]) => {
      const p95 = percentile(times, 0.95);
      if (p95 > worst.p95) worst = { name, p95 };
    };
    for (const { name, ...order } of ORDERS) {
      onProgress(name);
      for (const [what, search] of SEARCHES) {
        const place = { merchant, databasePid: server.pid };
        const { first, deep, cpuMs } = await measureCell(place, { ...order, search, rounds });
        judge(`${name}, ${what}, first page`, first);
        judge(`${name}, ${what}, deep pages`, deep);
        const cells = [first, deep].flatMap((times) => [milliseconds(times, 0.5), milliseconds(times, 0.95)]);
        rows.push([`${name}, ${what}`, ...cells, cpuMs.toFixed(1)]);
      }
    }
    const summary: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      await timed(summary, () => ask(merchant, 'customers.summary', {}));
    say(
      `\nThe list of ${size.customers} customers, ms over HTTP (${cpus().length} cores, Node ${process.version}, load before ${busy.toFixed(1)})\n`,
    );
    say(formatTable(['customers.list', 'first p50', 'p95', 'deep p50', 'p95', 'CPU ms'], rows));
    say(`\ncustomers.summary: p50 ${milliseconds(summary, 0.5)}, p95 ${milliseconds(summary, 0.95)} ms.`);
    say(
      `The slowest: ${worst.name}, 95th percentile ${worst.p95.toFixed(1)} ms; at most ${LIMIT_MS} are wanted.`,
    );
    return worst.p95 <= LIMIT_MS;
  });
}
