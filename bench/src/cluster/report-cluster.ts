import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from 'processes/server-process';
import { startCounterLoad } from 'testing/counter-load';
import { createHttpClient } from 'testing/http-client';
import { signUpMerchant } from 'testing/signed-in-merchant';
import type { BenchServer } from '../bench-database.ts';
import { stopChild } from '../child-process.ts';
import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import { type ClusterStage, type RunningCluster, withClusterStage } from './cluster-stage.ts';
import { measureNeighbors } from './measure-neighbors.ts';
import { measureSuddenOverload } from './measure-sudden-overload.ts';
import {
  accepted,
  COLUMNS,
  CONNECTIONS,
  cells,
  LEAST_GOODPUT,
  OVERLOAD,
  type ReportOptions,
  untilReady,
} from './overload-report.ts';
import type { AnswersReport } from './paced-process.ts';

const RESTART_LOAD = 50;
/**
 * The streams that one employee asks for, and the limit of how much longer another merchant's purchases may
 * take at the 95th percentile.
 */
const STREAMS = { streams: 4_000, perSecond: 500 };
const MOST_BESIDE_STREAMS = 1.2;
const PURCHASES_BESIDE_STREAMS = 40;
/** Number of kills of the API, purchases a second under them, and the limit until it is ready again. */
const [KILLS, PURCHASES_UNDER_KILLS, READY_WITHIN_MS] = [12, 50, 5_000];

/** The same purchases against one process and against two, in turn. */
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
        onProgress(`round ${round + 1}, ${count} API processes: ${sold.perSecond.toFixed(0)} purchases/s`);
      }
    }
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
  const [alone, together] = [median(rates[1]), median(rates[2])];
  say(
    `\nPurchases recorded over ${CONNECTIONS} connections: one API process ${alone.toFixed(0)}/s, two ${together.toFixed(0)}/s, ` +
      `${(together / alone).toFixed(2)} times as many. The database and the load share the ${cpus().length} cores with them.`,
  );
}

/**
 * Measures the capacity, and what is left of it under five times as much load, however long the answers take,
 * in turn.
 */
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
      onProgress(`round ${round}: capacity ${alone.perSecond.toFixed(0)} purchases/s`);
      const overloaded = await sell(alone.perSecond * OVERLOAD);
      rows.push(cells(`${round}: capacity, 200`, alone));
      for (const [status, report] of Object.entries(overloaded))
        rows.push(cells(`${round}: ${OVERLOAD} × capacity, ${status}`, report));
      goodputs.push(accepted(overloaded).perSecond / alone.perSecond);
      lost += overloaded.lost?.perSecond ?? 0;
    }
  } finally {
    await cluster.stop();
  }
  const goodput = median(goodputs);
  say(`\n${formatTable(COLUMNS, rows)}`);
  say(
    `Under ${OVERLOAD} × capacity ${(goodput * 100).toFixed(0)} % of it is still done (at least ${LEAST_GOODPUT * 100} %), the median ` +
      `of ${goodputs.map((each) => `${(each * 100).toFixed(0)} %`).join(', ')}. Whoever asks takes their part of the same cores.`,
  );
  return goodput >= LEAST_GOODPUT && lost === 0;
}

async function measureRestart(
  stage: ClusterStage,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<boolean> {
  const cluster: RunningCluster = await stage.start(2);
  try {
    const url = `http://localhost:${cluster.port}`;
    const client = createHttpClient(url);
    const merchant = await signUpMerchant(client);
    client.close();
    const load = startCounterLoad(url, merchant, RESTART_LOAD);
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

/**
 * The same purchases of ninety-nine merchants alone and beside one employee of the hundredth who asks for
 * streams, in turn.
 */
async function measureStreams(
  stage: ClusterStage,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<boolean> {
  const cluster = await stage.start(1);
  const order = {
    port: cluster.port,
    connections: CONNECTIONS,
    perSecond: PURCHASES_BESIDE_STREAMS,
    seconds: isQuick ? 2 : 10,
  };
  const alone: AnswersReport[] = [];
  const beside: AnswersReport[] = [];
  let counts = '';
  let lost = 0;
  try {
    await stage.sell(order);
    for (let round = 1; round <= (isQuick ? 1 : 5); round += 1) {
      alone.push(accepted(await stage.sell(order)));
      const { purchases, streams } = await stage.sellBeside(order, STREAMS);
      beside.push(accepted(purchases));
      for (const [status, { perSecond }] of Object.entries(purchases))
        if (status !== '200') lost += perSecond;
      counts = `${streams.asked} times asked, ${streams.open} open, ${streams.refused} refused`;
      onProgress(
        `round ${round}: p95 ${alone.at(-1)?.p95Ms.toFixed(0)} and ${beside.at(-1)?.p95Ms.toFixed(0)} ms; ${counts}`,
      );
    }
  } finally {
    await cluster.stop();
  }
  const p95 = (reports: AnswersReport[]) => median(reports.map(({ p95Ms }) => p95Ms));
  const p50 = (reports: AnswersReport[]) => median(reports.map(({ p50Ms }) => p50Ms));
  const ratio = p95(beside) / p95(alone);
  say(
    `\n${PURCHASES_BESIDE_STREAMS} purchases a second: p50 ${p50(alone).toFixed(1)} ms, p95 ${p95(alone).toFixed(1)} ms; while one employee of another ` +
      `merchant asks for ${STREAMS.streams} event streams: p50 ${p50(beside).toFixed(1)} ms, p95 ${p95(beside).toFixed(1)} ms, ` +
      `${ratio.toFixed(2)} times (at most ${MOST_BESIDE_STREAMS}). The last of five times: ${counts}.`,
  );
  return ratio <= MOST_BESIDE_STREAMS && lost === 0;
}

/** Kills one API process again and again while purchases go on, and starts it again at once. */
async function measureKills(
  stage: ClusterStage,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<boolean> {
  const port = await findFreePort();
  let api = stage.startAlone(port);
  const times: number[] = [];
  const kills = isQuick ? 2 : KILLS;
  try {
    await untilReady(port);
    for (let kill = 1; kill <= kills; kill += 1) {
      const order = { port, connections: CONNECTIONS, perSecond: PURCHASES_UNDER_KILLS, seconds: 6 };
      const selling = stage.sell(order);
      await wait(3_000 + Math.random() * 1_000);
      const gone = once(api, 'exit');
      api.kill('SIGKILL');
      await gone;
      api = stage.startAlone(port);
      times.push(await untilReady(port));
      onProgress(`kill ${kill}: ready again after ${times.at(-1)?.toFixed(0)} ms`);
      await selling;
    }
  } finally {
    await stopChild(api);
  }
  const inTime = times.filter((each) => each <= READY_WITHIN_MS).length;
  say(
    `\nKilled under ${PURCHASES_UNDER_KILLS} purchases a second: ready again within ${READY_WITHIN_MS / 1_000} s ${inTime} of ${kills} times, after ` +
      `${median(times).toFixed(0)} ms at the median and ${Math.max(...times).toFixed(0)} ms at most, from the start of the new process.`,
  );
  return inTime === kills;
}

/** npm run bench -- --cluster: several processes on one port, overloads, and a rolling restart. */
export async function reportCluster(server: BenchServer, options: ReportOptions): Promise<boolean> {
  const [busy = 0] = loadavg();
  options.say(
    `\nSeveral processes (${cpus().length} cores, Node ${process.version}, load before ${busy.toFixed(1)})`,
  );
  return await withClusterStage(server, async (stage) => {
    const isKept = await measureOverload(stage, options);
    const isSuddenKept = await measureSuddenOverload(stage, options);
    const isWhole = await measureRestart(stage, options);
    await compareProcesses(stage, options);
    return isKept && isSuddenKept && isWhole;
  });
}

/** npm run bench -- --sudden: the sudden overload of --cluster alone. */
export async function reportSuddenOverload(server: BenchServer, options: ReportOptions): Promise<boolean> {
  return await withClusterStage(server, (stage) => measureSuddenOverload(stage, options));
}

/** npm run bench -- --streams: whether one employee's event streams slow another merchant's purchases. */
export async function reportStreams(server: BenchServer, options: ReportOptions): Promise<boolean> {
  return await withClusterStage(server, (stage) => measureStreams(stage, options));
}

/** npm run bench -- --neighbors: a merchant's purchases beside many of another session. */
export async function reportNeighbors(server: BenchServer, options: ReportOptions): Promise<boolean> {
  return await withClusterStage(server, (stage) => measureNeighbors(stage, options));
}

/** npm run bench -- --kills: how soon an API that was killed under load is ready again. */
export async function reportKills(server: BenchServer, options: ReportOptions): Promise<boolean> {
  return await withClusterStage(server, (stage) => measureKills(stage, options));
}
