import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { App } from '../../../api/src/context.ts';
import { DELIVERY_RULES } from '../../../api/src/deliveries/delivery-rules.ts';
import { applyRetention } from '../../../api/src/retention/apply-retention.ts';
import type { Tenancy } from '../../../api/src/tenant.ts';
import type { BenchServer } from '../bench-database.ts';
import { ROOT, startChild, stopChild } from '../child-process.ts';
import type { PurchaseOrder, PurchaseReport } from '../reports/counter-process.ts';
import { withTenancy } from '../reports/rollups-tenancy.ts';
import { median, percentile } from '../statistics.ts';
import { BUYER_GROUPS, people } from '../upkeep/buyer-groups.ts';
import { type CounterStage, openCounterStage } from './counter-stage.ts';
import { insertOutlived } from './outlived-rows.ts';

const PROGRAM = join(import.meta.dirname, '../reports/counter-process.ts');
const FULL = { customers: 1_000_000, rows: 200_000, due: 20_000, rounds: 6, seconds: 20, perSecond: 25 };
const QUICK = { customers: 20_000, rows: 5_000, due: 500, rounds: 2, seconds: 3, perSecond: 25 };
/** In small shares, so that each turn has batches of each kind. */
const SHARE = { batchesPerKind: 10, erasures: 10 };
/** Between two turns, for the batch that is under way. */
const SETTLE_MS = 2_000;
const MOST_CHANGE = 1.1;

interface Options {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

/** The merchant that all rows are of. */
const MERCHANT = BUYER_GROUPS[1]?.firstMerchant ?? 0;

/** Waits until the first run of each job is over, and expiries were settled once: no erasure comes before. */
async function untilIdle(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      `SELECT FROM operations.expiry_progress
       WHERE NOT EXISTS (SELECT FROM graphile_worker._private_jobs WHERE run_at <= now())`,
    );
    if (rowCount === 1) return;
    await wait(200);
  }
}

/** The jobs that erasures leave stand still while the counter is measured alone. */
async function moveSweeps(owner: pg.Client, by: string): Promise<void> {
  await owner.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now() + $1::interval
     WHERE locked_at IS NULL
       AND task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'sweep-erasures')`,
    [by],
  );
}

/** What the job apply-retention does, again and again until the signal. */
async function retain(tenancy: Tenancy, signal: AbortSignal): Promise<void> {
  const log = { error: console.error, info: () => undefined } as unknown as App['log'];
  const app = { tenancy, deliveryRules: DELIVERY_RULES, log };
  try {
    for (;;) await applyRetention(app, signal, SHARE);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The rows of each kind that the job has still to do or has done; a run may be cut before it says so. */
async function countRows(owner: pg.Client): Promise<Record<string, number>> {
  const { rows } = await owner.query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM idempotency_keys WHERE procedure = 'cashback.issue')::int AS "stored answers",
       (SELECT count(*) FROM confirmation_traces)::int AS traces,
       (SELECT count(*) FROM audit_log WHERE details <> '{}')::int AS "audit details",
       (SELECT count(*) FROM erasures)::int AS erasures,
       (SELECT coalesce(sum(sweep_step), 0) FROM erasures)::int AS "steps of sweeps"`,
  );
  return rows[0] ?? {};
}

/** Milliseconds of each purchase of a turn. */
async function sell(stage: CounterStage, customers: number, turn: { perSecond: number; seconds: number }) {
  const child = startChild(process.execPath, ['--import', 'tsx', PROGRAM], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const session = stage.sessions[MERCHANT] ?? '';
    const order: PurchaseOrder = {
      port: stage.api.port,
      counters: [{ session, customers, perSecond: turn.perSecond }],
    };
    child.send(order);
    await wait(turn.seconds * 1_000);
    child.send('stop');
    const [report] = (await once(child, 'message')) as [PurchaseReport];
    if (report.failures.length > 0) throw new Error(`a purchase failed: ${report.failures[0]}`);
    return report.issueMs;
  } finally {
    await stopChild(child);
  }
}

/**
 * npm run bench -- --counter --retention: purchases of a merchant with a million customers, with the job
 * apply-retention and the sweeps of its erasures beside them, and alone, in turn.
 */
export async function reportRetention(
  server: BenchServer,
  { isQuick, say, onProgress }: Options,
): Promise<boolean> {
  const size = isQuick ? QUICK : FULL;
  const [busy = 0] = loadavg();
  const closers: (() => Promise<void>)[] = [];
  try {
    onProgress(`laying ${size.customers.toLocaleString('en')} customers and outlived rows ready`);
    const checkout = { name: 'retention', folder: ROOT };
    const stage = await openCounterStage(server, checkout, (close) => closers.unshift(close));
    onProgress("waiting until the API's first run of each job is over");
    await untilIdle(stage.owner);
    // The API's own run of the job would fall into some turn.
    await stage.owner.query(
      `INSERT INTO operations.job_schedules (task, enqueued_for) VALUES ('apply-retention', now() + interval '1 day')
       ON CONFLICT (task) DO UPDATE SET enqueued_for = excluded.enqueued_for`,
    );
    await insertOutlived(stage.owner, people[MERCHANT]?.merchantId ?? '', size);
    // The rows laid ready are written to the disk now, not in some turn.
    await stage.owner.query('CHECKPOINT');
    const p95 = { beside: [] as number[], alone: [] as number[] };
    const before = await countRows(stage.owner);
    await withTenancy(stage.database.appUrl, async (tenancy) => {
      const turns = {
        alone: async () => {
          await moveSweeps(stage.owner, '1 day');
          await wait(SETTLE_MS);
          return await sell(stage, size.customers, size);
        },
        beside: async () => {
          await moveSweeps(stage.owner, '0 seconds');
          const end = new AbortController();
          const retaining = retain(tenancy, end.signal);
          const times = await sell(stage, size.customers, size);
          end.abort();
          await retaining;
          return times;
        },
      };
      // The first round warms up.
      for (let round = 0; round <= size.rounds; round += 1) {
        const order = round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const);
        for (const name of order) {
          const one = percentile(await turns[name](), 0.95);
          if (round > 0) p95[name].push(one);
          onProgress(`round ${round}, ${name}: p95 ${one.toFixed(1)} ms`);
        }
      }
    });
    const ratios = p95.beside.map((each, round) => each / (p95.alone[round] ?? Number.NaN));
    const ratio = median(ratios);
    const after = await countRows(stage.owner);
    const counts = Object.entries(before).map(([what, count]) => `${what} ${count} → ${after[what]}`);
    say(
      `\nPurchases beside retention (${cpus().length} cores, Node ${process.version}, load before ${busy.toFixed(1)}), ` +
        `${size.customers.toLocaleString('en')} customers, ${size.perSecond} purchases a second`,
    );
    say(`Meanwhile: ${counts.join(', ')}.`);
    say(
      `p95 of a purchase: alone ${median(p95.alone).toFixed(1)} ms, beside ${median(p95.beside).toFixed(1)} ms; ` +
        `${ratio.toFixed(2)} times, by round ${ratios.map((each) => each.toFixed(2)).join(', ')}.`,
    );
    return ratio < MOST_CHANGE;
  } finally {
    for (const close of closers) await close();
  }
}
