import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createHttpClient } from '../../../api/src/test/http-client.ts';
import { signUpMerchant } from '../../../api/src/test/signed-in-merchant.ts';
import { startCounterLoad } from '../../../scripts/lib/cluster/counter-load.ts';
import type { BenchServer } from '../bench-database.ts';
import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import { type ClusterStage, type RunningCluster, withClusterStage } from './cluster-stage.ts';
import type { AnswersReport, SalesReport } from './paced-process.ts';

const CONNECTIONS = 64;
const OVERLOAD = 5;
const LEAST_GOODPUT = 0.8;
const RESTART_LOAD = 50;

interface ReportOptions {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

const NOTHING: AnswersReport = { perSecond: 0, p50Ms: Number.NaN, p95Ms: Number.NaN, p99Ms: Number.NaN };
const accepted = (report: SalesReport) => report['200'] ?? NOTHING;

/** The same sales against one process and against two, in turn. */
async function compareProcesses(
  stage: ClusterStage,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<void> {
  const [one, two] = [await stage.start(1), await stage.start(2)];
  const rates: Record<1 | 2, number[]> = { 1: [], 2: [] };
  try {
    for (const { port } of [one, two]) await stage.sell({ port, connections: CONNECTIONS, seconds: 2 });
    for (let round = 0; round < (isQuick ? 1 : 3); round += 1) {
      for (const [count, { port }] of [
        [1, one],
        [2, two],
      ] as const) {
        const sold = accepted(await stage.sell({ port, connections: CONNECTIONS, seconds: isQuick ? 1 : 4 }));
        rates[count].push(sold.perSecond);
        onProgress(`round ${round + 1}, ${count} API processes: ${sold.perSecond.toFixed(0)} sales/s`);
      }
    }
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
  const [alone, together] = [median(rates[1]), median(rates[2])];
  say(
    `\nSales recorded over ${CONNECTIONS} connections: one API process ${alone.toFixed(0)}/s, two ${together.toFixed(0)}/s, ` +
      `${(together / alone).toFixed(2)} times as many. The database and the load share the ${cpus().length} cores with them.`,
  );
}

/** What it can do and what is left of that under five times as much, however long the answers take, in turn. */
async function measureOverload(
  stage: ClusterStage,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<boolean> {
  const cluster = await stage.start(1);
  const seconds = isQuick ? 1 : 5;
  const sell = (perSecond?: number) =>
    stage.sell({ port: cluster.port, connections: CONNECTIONS, seconds, ...(perSecond && { perSecond }) });
  const rows: string[][] = [];
  const goodputs: number[] = [];
  let lost = 0;
  try {
    await sell();
    for (let round = 1; round <= (isQuick ? 1 : 3); round += 1) {
      const alone = accepted(await sell());
      onProgress(`round ${round}: capacity ${alone.perSecond.toFixed(0)} sales/s`);
      const crowd = await sell(alone.perSecond * OVERLOAD);
      rows.push(cells(`${round}: capacity, 200`, alone));
      for (const [status, report] of Object.entries(crowd))
        rows.push(cells(`${round}: ${OVERLOAD} × capacity, ${status}`, report));
      goodputs.push(accepted(crowd).perSecond / alone.perSecond);
      lost += crowd.lost?.perSecond ?? 0;
    }
  } finally {
    await cluster.stop();
  }
  const goodput = median(goodputs);
  say(`\n${formatTable(['', 'a second', 'p50 ms', 'p95 ms', 'p99 ms'], rows)}`);
  say(
    `Under ${OVERLOAD} × capacity ${(goodput * 100).toFixed(0)} % of it is still done (at least ${LEAST_GOODPUT * 100} %), the median ` +
      `of ${goodputs.map((each) => `${(each * 100).toFixed(0)} %`).join(', ')}. Whoever asks takes their part of the same cores.`,
  );
  return goodput >= LEAST_GOODPUT && lost === 0;
}

const cells = (name: string, { perSecond, p50Ms, p95Ms, p99Ms }: AnswersReport) => [
  name,
  ...[perSecond, p50Ms, p95Ms, p99Ms].map((value) => value.toFixed(0)),
];

async function measureRestart(
  stage: ClusterStage,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<boolean> {
  const cluster: RunningCluster = await stage.start(2);
  try {
    const url = `http://localhost:${cluster.port}`;
    const client = createHttpClient(url);
    const shop = await signUpMerchant(client);
    client.close();
    const load = startCounterLoad(url, shop, RESTART_LOAD);
    await wait(1_000);
    const startedAt = performance.now();
    for (let round = 0; round < (isQuick ? 1 : 3); round += 1) {
      onProgress(`rolling restart ${round + 1}`);
      await cluster.restart();
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    await wait(1_000);
    const { requests, failures, toldToComeBack, slowestMs } = await load.stop();
    say(
      `\n${cluster.lines.length} processes replaced in ${seconds.toFixed(0)} s under ${RESTART_LOAD} requests a second: ` +
        `${requests} sent, ${failures.length + toldToComeBack} failed, the slowest took ${slowestMs.toFixed(0)} ms.`,
    );
    for (const failure of failures.slice(0, 10)) say(failure);
    return failures.length + toldToComeBack === 0;
  } finally {
    await cluster.stop();
  }
}

/** npm run bench -- --cluster: several processes on one port, a crowd, and a rolling restart. */
export async function reportCluster(server: BenchServer, options: ReportOptions): Promise<boolean> {
  const [busy = 0] = loadavg();
  options.say(
    `\nSeveral processes (${cpus().length} cores, Node ${process.version}, load before ${busy.toFixed(1)})`,
  );
  return await withClusterStage(server, async (stage) => {
    const isKept = await measureOverload(stage, options);
    const isWhole = await measureRestart(stage, options);
    await compareProcesses(stage, options);
    return isKept && isWhole;
  });
}
