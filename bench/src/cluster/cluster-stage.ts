import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { type ClusterProcess, startClusterProcess } from 'processes/cluster/cluster-process';
import { findFreePort } from 'processes/server-process';
import { startRedisServer } from 'testing/redis-server';
import { productEnvironment } from '../api-process.ts';
import { type BenchServer, withClient } from '../bench-database.ts';
import { ROOT, startChild, stopChild } from '../child-process.ts';
import { readOwnCpuTime } from '../cpu-time.ts';
import { openSessions, shareSessions } from '../load/staff-sessions.ts';
import { CUSTOMERS, idOf, MERCHANTS, purchaseOf } from '../population.ts';
import { openPurchaseStock } from '../purchase-stock.ts';
import type { PurchaseOrder, PurchaseReport } from './paced-process.ts';
import type { StreamsOrder, StreamsReport } from './streams-process.ts';

const DATABASE = 'cluster';
/** With few, purchases in progress would wait for each other's row: an overload of the benchmark's own. */
const CUSTOMERS_PER_MERCHANT = CUSTOMERS / MERCHANTS;

export interface RunningCluster extends ClusterProcess {
  port: number;
}

/** Merchants on one database, a Redis, and the load that sells. */
export interface ClusterStage {
  start(processes: number): Promise<RunningCluster>;
  /** Starts one API process at that port, jobs included; nothing restarts it. */
  startAlone(port: number): ChildProcess;
  sell(order: Omit<PurchaseOrder, 'buyers'>): Promise<PurchaseReport>;
  /**
   * Purchases of one merchant's only employee, by a process of its own for each merchant: to its customers,
   * or to these phones.
   */
  sellAs(
    merchant: number,
    order: Omit<PurchaseOrder, 'buyers'>,
    phones?: readonly string[],
  ): Promise<PurchaseReport>;
  /** Imports these phones, a centavo each, as a merchant's only employee. Answers the status. */
  importAs(
    merchant: number,
    file: { port: number; phones: readonly string[]; checkedAt: string },
  ): Promise<number>;
  /** Asks for event streams with made-up sessions, one at a time over each of so many connections. */
  askMadeUpStreams(port: number, connections: number): () => Promise<StreamsReport>;
  /**
   * Does what the server does by itself outside a benchmark, after each minute of so many purchases. Without
   * it a new plan that knows no statistics of 400,000 takes ten times as long for each.
   */
  vacuum(): Promise<void>;
  /** Microseconds of processor time that the load has used so far. */
  loadTime(): number;
  /** Like `sell`, while one employee, who sells nothing, asks for event streams. */
  sellBeside(
    order: Omit<PurchaseOrder, 'buyers'>,
    streams: Pick<StreamsOrder, 'streams' | 'perSecond'>,
  ): Promise<{ purchases: PurchaseReport; streams: StreamsReport }>;
}

function startSellers() {
  const program = join(import.meta.dirname, 'paced-process.ts');
  const child = startChild(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new AbortController();
  child.once('close', () => ended.abort(new Error('the sellers’ process ended')));
  return {
    async sell(order: PurchaseOrder): Promise<PurchaseReport> {
      const answered = once(child, 'message', { signal: ended.signal });
      child.send(order);
      const [{ report, error }] = (await answered) as [{ report?: PurchaseReport; error?: string }];
      if (!report) throw new Error(`The purchases failed: ${error}`);
      return report;
    },
    time: () => readOwnCpuTime(child.pid ?? 0),
    stop: () => stopChild(child),
  };
}

function askForStreams(order: StreamsOrder) {
  const program = join(import.meta.dirname, 'streams-process.ts');
  const child = startChild(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(order);
  return async (): Promise<StreamsReport> => {
    child.send('report');
    const [report] = (await once(child, 'message')) as [StreamsReport];
    await stopChild(child);
    return report;
  };
}

/** Makes one employee of each merchant, who sells to some customers of it in turn. */
async function openCounters(owner: pg.Client): Promise<PurchaseOrder['buyers']> {
  const people = Array.from({ length: MERCHANTS }, (_, merchant) => ({
    merchantId: idOf('merchant', merchant),
    employeeId: idOf('employee', merchant),
  }));
  const sessions = await openSessions(owner, people);
  // Who sells may not import.
  await owner.query("UPDATE employees SET role = 'manager'");
  // Customer n is one of merchant n modulo their number.
  return Array.from({ length: MERCHANTS * CUSTOMERS_PER_MERCHANT }, (_, customer) => ({
    session: sessions[customer % MERCHANTS] ?? '',
    phone: `119${String(customer).padStart(8, '0')}`,
  }));
}

export async function withClusterStage<Result>(
  server: BenchServer,
  work: (stage: ClusterStage) => Promise<Result>,
): Promise<Result> {
  await server.createDatabase(DATABASE);
  const database = { appUrl: server.appUrl(DATABASE), tokenSecret: server.tokenSecret };
  const redis = await startRedisServer();
  const sellers = startSellers();
  const closers: (() => Promise<void>)[] = [];
  const ofMerchants = new Map<number, ReturnType<typeof startSellers>>();
  try {
    return await withClient(server.ownerUrl(DATABASE), async (owner) => {
      const stock = await openPurchaseStock(owner, server.tokenSecret);
      const watched = purchaseOf((await stock.prepare('product', 1)).first);
      const buyers = await openCounters(owner);
      const share = async (...merchants: number[]) =>
        closers.push(
          await shareSessions(
            server.ownerUrl(DATABASE),
            merchants.map((merchant) => idOf('merchant', merchant)),
          ),
        );
      await share(...Array.from({ length: MERCHANTS }, (_, merchant) => merchant));
      const { session = '' } = buyers[watched.merchant] ?? {};
      const programs = { api: join(ROOT, 'api/dist/main.js'), worker: join(ROOT, 'api/dist/worker.js') };
      const environmentAt = (port: number) => ({
        ...productEnvironment(database),
        REDIS_URL: redis.url,
        PORT: String(port),
        LOG_LEVEL: 'error',
      });
      return await work({
        async start(processes) {
          const port = await findFreePort();
          const environment = environmentAt(port);
          return { ...(await startClusterProcess({ processes, environment, ...programs })), port };
        },
        startAlone: (port) =>
          startChild(process.execPath, [programs.api], {
            env: { PATH: process.env.PATH, ...environmentAt(port) },
            stdio: ['ignore', 2, 2],
          }),
        sell: (order) => sellers.sell({ ...order, buyers }),
        async sellAs(merchant, order, phones) {
          const own = ofMerchants.get(merchant) ?? startSellers();
          const isFirst = !ofMerchants.has(merchant);
          ofMerchants.set(merchant, own);
          if (isFirst) await share(merchant);
          const its = buyers.filter((_, customer) => customer % MERCHANTS === merchant);
          const named = phones?.map((phone) => ({ session: its[0]?.session ?? '', phone }));
          return own.sell({ ...order, buyers: named ?? its });
        },
        async importAs(merchant, { port, phones, checkedAt }) {
          const { session } = buyers[merchant] ?? {};
          const query = new URLSearchParams({ operationId: randomUUID(), checkedAt });
          const { status } = await fetch(`http://localhost:${port}/files/customers/import?${query}`, {
            method: 'POST',
            headers: {
              'content-type': 'text/csv',
              cookie: `session=${session}; __Host-session=${session}`,
              'sec-fetch-site': 'same-origin',
            },
            body: `Telefone;Saldo inicial\n${phones.map((phone) => `${phone};0,01`).join('\n')}\n`,
          });
          return status;
        },
        askMadeUpStreams(port, connections) {
          const { purchaseId } = watched;
          return askForStreams({ port, purchaseId, streams: connections, perSecond: 1_000 });
        },
        vacuum: async () => void (await owner.query('VACUUM (ANALYZE) customers, transactions')),
        loadTime: sellers.time,
        async sellBeside(order, streams) {
          const stop = askForStreams({
            port: order.port,
            session,
            purchaseId: watched.purchaseId,
            ...streams,
          });
          const others = buyers.filter((buyer) => buyer.session !== session);
          const purchases = await sellers.sell({ ...order, buyers: others });
          return { purchases, streams: await stop() };
        },
      });
    });
  } finally {
    await Promise.all([sellers, ...ofMerchants.values()].map((each) => each.stop()));
    for (const close of closers) await close();
    await redis.stop();
  }
}
