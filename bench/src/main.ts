import { cpus, loadavg } from 'node:os';
import { formatLayers, PROFILING } from './api-layers.ts';
import { type BenchServer, startBenchServer } from './bench-database.ts';
import { buildProduct } from './build-product.ts';
import {
  reportCluster,
  reportKills,
  reportNeighbors,
  reportStreams,
  reportSuddenOverload,
} from './cluster/report-cluster.ts';
import { measureConfirmations } from './confirmations.ts';
import { formatConfirmations, judgeConfirmations } from './confirmations-report.ts';
import { reportCosts } from './costs/report-costs.ts';
import { reportCounter } from './counter/report-counter.ts';
import { reportCustomers } from './customers/report-customers.ts';
import { measureFlush } from './disk-flush.ts';
import { reportHistory } from './history/history.ts';
import { reportVerification } from './ledger-verify/report-verification.ts';
import { reportOutbound } from './outbound/report-outbound.ts';
import { formatInstant } from './pages/instant.ts';
import { formatPageWeights } from './pages/page-weights.ts';
import { reportLighthouse } from './pages/report-lighthouse.ts';
import { reportReports } from './reports/report-reports.ts';
import { formatSteady } from './steady-confirmations.ts';
import { reportUpkeep } from './upkeep/report-upkeep.ts';
import { reportWatch } from './watch/report-watch.ts';

/**
 * npm run bench [-- --quick] [--confirmations | --pages | --history | --customers | --reports | --upkeep |
 * --outbound | --cluster | --sudden | --neighbors | --streams | --kills | --lighthouse |
 * --counter [--against <folder> | --retention] |
 *   --instant | --verify | --costs | --watch] [--profile] [--memory]
 * Without a part named: confirmations, then pages. --confirmations: confirmations a second, ours beside
 * pgbench and the peer. --pages: what every screen weighs. --instant: when a confirmed code's result is on
 * the screen of a slow phone, beside the application alone. --lighthouse (`npm run bench -- --lighthouse`):
 * every public page against its targets. --history: the same calls by how much happened before. --customers:
 * the list of 200,000 customers. --reports: dashboard and reports of a merchant with 10^4, 10^6 and 10^7
 * purchases, and whether they are what the rows say. --upkeep: what recording the rollups behind them costs,
 * beside the same without them. --counter: purchases and redemptions made at the counter, beside those of
 * another checkout. --outbound: what purchases notice of providers and webhooks that hang, refuse
 * and talk nonsense. --cluster: one API process against two, five times the capacity, the same suddenly, and
 * a rolling restart under load. --sudden: that sudden overload alone. --neighbors: a merchant's purchases
 * beside up to 150 in flight of another merchant's only session and beside 150 event streams with made-up
 * sessions, and one merchant alone beside a hundred.
 * --streams: another merchant's purchases while one employee asks for 4,000 event streams. --kills: how soon
 * an API killed under load is ready again, twelve times. --costs: what each check, foreign key, trigger and
 * index costs the database in a confirmation.
 * --verify: `npm run ops -- ledger:verify` on a million entries; it builds nothing and knows no
 * --quick. --watch: what alerts find in a simulated year of 200 merchants; it builds nothing. --quick: one
 * short round, a smoke test whose numbers mean little. --profile: with the confirmations, what each layer of
 * the API costs. --memory: the databases lie in memory, for ratios that the stops of a slow disk would hide.
 */
const has = (flag: string) => process.argv.includes(flag);
const LENGTHS = has('--quick')
  ? { rounds: 1, seconds: 1, warmUpSeconds: 1, rampSeconds: 1 }
  : { rounds: 3, seconds: 3, warmUpSeconds: 4, rampSeconds: 2 };

const say = (line: string) => console.log(line);
const onProgress = (line: string) => process.stderr.write(`· ${line}\n`);

async function reportConfirmations(server: BenchServer): Promise<boolean> {
  const [busy = 0] = loadavg();
  const before = measureFlush(server.dataDirectory);
  const { results, steady, confirmed, apiPid } = await measureConfirmations(server, {
    ...LENGTHS,
    nodeArguments: has('--profile') ? PROFILING : [],
    onProgress,
  });
  const after = measureFlush(server.dataDirectory);
  const verdict = judgeConfirmations(results);
  say(`\nConfirmations, each durable before its answer (${cpus().length} cores, Node ${process.version})`);
  for (const [when, flush] of Object.entries({ before, after })) {
    say(
      `fdatasync of 8 kB ${when}: median ${flush.p50Ms.toFixed(2)} ms, 99th percentile ${flush.p99Ms.toFixed(2)} ms`,
    );
  }
  if (busy > cpus().length / 2)
    say(`The load average was ${busy.toFixed(1)} before this began; on a busy machine the ratios are off.`);
  say(`\n${formatConfirmations(results)}\n\n${verdict.sentence}\n${formatSteady(steady)}`);
  if (has('--profile')) say(`${formatLayers(apiPid, results.cpuOf('ours', 32).server)}\n`);
  say(`The ledger holds: all ${confirmed} answers, one accrual each, every balance its sum.`);
  return verdict.holds;
}

async function main(): Promise<void> {
  if (has('--verify')) return await reportVerification(onProgress);
  if (has('--watch')) {
    const server = await startBenchServer({ isInMemory: has('--memory') });
    try {
      const isQuick = has('--quick');
      if (!(await reportWatch(server, { isQuick, say, onProgress })) && !isQuick) process.exitCode = 1;
    } finally {
      await server.discard();
    }
    return;
  }
  onProgress('building the product');
  await buildProduct();
  const server = await startBenchServer({ isInMemory: has('--memory') });
  try {
    if (has('--customers')) {
      const isQuick = has('--quick');
      const isInTime = await reportCustomers(server, { isQuick, say, onProgress });
      if (!isInTime && !isQuick) process.exitCode = 1;
      return;
    }
    const parts = {
      '--reports': reportReports,
      '--upkeep': reportUpkeep,
      '--counter': reportCounter,
      '--outbound': reportOutbound,
      '--cluster': reportCluster,
      '--sudden': reportSuddenOverload,
      '--neighbors': reportNeighbors,
      '--streams': reportStreams,
      '--kills': reportKills,
      '--costs': reportCosts,
    };
    for (const [flag, report] of Object.entries(parts)) {
      if (!has(flag)) continue;
      const isQuick = has('--quick');
      const holds = await report(server, { isQuick, say, onProgress });
      if (!holds && !isQuick) process.exitCode = 1;
      return;
    }
    if (has('--instant')) {
      onProgress('confirming codes on a slow phone');
      say(
        `\nA confirmed code on slow 4G (1.6 Mbit/s, 150 ms) and a 4 times slower CPU\n${await formatInstant(server)}`,
      );
      return;
    }
    if (has('--lighthouse')) {
      const isReached = await reportLighthouse(server, { isQuick: has('--quick'), say, onProgress });
      if (!isReached && !has('--quick')) process.exitCode = 1;
      return;
    }
    if (has('--history')) {
      // Eight rounds: twice each place in the rotation of four.
      const rounds = has('--quick') ? 1 : 8;
      const isFlat = await reportHistory(server, { ...LENGTHS, rounds, say, onProgress });
      if (!isFlat && !has('--quick')) process.exitCode = 1;
      return;
    }
    const holds = has('--pages') || (await reportConfirmations(server));
    // One short round is not enough to fail.
    if (!holds && !has('--quick')) process.exitCode = 1;
    if (!has('--confirmations')) {
      onProgress('loading every screen in Chromium');
      say(`\nPage weight\n${await formatPageWeights(server)}`);
    }
  } finally {
    await server.discard();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
