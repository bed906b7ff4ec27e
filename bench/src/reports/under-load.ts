import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild, stopChild } from '../child-process.ts';
import { openSessions, shareSessions } from '../load/staff-sessions.ts';
import type { PurchaseOrder, PurchaseReport } from './counter-process.ts';
import { askScreen, spread } from './measure-screens.ts';
import type { Sized } from './open-sizes.ts';
import { verify, withTenancy } from './rollups-tenancy.ts';
import type { Screen } from './screens.ts';

const PROGRAM = join(import.meta.dirname, 'counter-process.ts');
/**
 * Purchases a second at the large merchant, a hundred counters' worth, and at the small one whose rollups are
 * compared meanwhile.
 */
const RATES = { large: 25, small: 10 };
const SECONDS = { full: 40, quick: 5 };
/** Between two comparisons, which would take a processor for themselves. */
const PAUSE_MS = 1_000;
const LIMIT_MS = 50;

/** Sells at both merchants while `work` is done. Throws when a purchase failed. */
async function whileSelling(
  { merchant, neighbor, customers }: Sized,
  work: () => Promise<void>,
): Promise<PurchaseReport> {
  const [employeeId = ''] = neighbor.employeeIds;
  const [session = ''] = await openSessions(merchant.owner, [
    { merchantId: neighbor.merchantId, employeeId },
  ]);
  const stopSharing = await shareSessions(merchant.ownerUrl, [merchant.merchantId, neighbor.merchantId]);
  const child = startChild(process.execPath, ['--import', 'tsx', PROGRAM], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const order: PurchaseOrder = {
      port: merchant.api.port,
      counters: [
        { session: merchant.session, customers, perSecond: RATES.large },
        { session, customers: neighbor.customers, perSecond: RATES.small },
      ],
    };
    child.send(order);
    await work();
    child.send('stop');
    const [report] = (await once(child, 'message')) as [PurchaseReport];
    if (report.failures.length > 0)
      throw new Error(`${report.failures.length} purchases under load failed: ${report.failures[0]}`);
    return report;
  } finally {
    await stopChild(child);
    await stopSharing();
  }
}

/**
 * The screens of the largest merchant while it sells, and its own and a neighbor's rollups compared with the
 * rows.
 */
export async function reportUnderLoad(
  sizes: readonly Sized[],
  screens: readonly Screen[],
  {
    isQuick,
    say,
    onProgress,
  }: { isQuick: boolean; say: (line: string) => void; onProgress: (line: string) => void },
): Promise<string[]> {
  const largest = sizes.at(-1);
  if (!largest) return [];
  const { merchant, neighbor, name } = largest;
  onProgress('asking for screens while the largest sells');
  const asked = screens.filter(({ isJudged }) => isJudged);
  const times = new Map<string, number[]>();
  let comparisons = 0;
  const until = performance.now() + 1_000 * (isQuick ? SECONDS.quick : SECONDS.full);
  const report = await withTenancy(merchant.database.appUrl, async (tenancy) => {
    const ask = async () => {
      while (performance.now() < until)
        for (const screen of asked) {
          const more = await askScreen(largest, screen, { calls: 4, inFlight: 1 });
          times.set(screen.name, [...(times.get(screen.name) ?? []), ...more]);
        }
    };
    const compare = async () => {
      for (; performance.now() < until; comparisons += 1) {
        await verify(tenancy, [neighbor.merchantId]);
        await wait(PAUSE_MS);
      }
    };
    const sold = await whileSelling(largest, async () => void (await Promise.all([ask(), compare()])));
    onProgress('comparing the rollups of the largest once more');
    await verify(tenancy, [merchant.merchantId, neighbor.merchantId]);
    return sold;
  });
  say(
    `\nWhile ${name} sold ${RATES.large} times a second and a neighbor ${RATES.small} times (${report.issued} purchases, ${report.confirmed} confirmed), and that one's rollups were compared ${comparisons} times:`,
  );
  for (const [screen, all] of times) {
    const { p50, p95, p99 } = spread(all);
    say(
      `${screen}: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms of ${all.length} answers.`,
    );
  }
  say('Rollups and rows: equal to the centavo in every comparison, and afterwards at both.');
  return [...times]
    .filter(([, all]) => spread(all).p95 > LIMIT_MS)
    .map(([screen]) => `${screen}: the 95th percentile under load is above ${LIMIT_MS} ms.`);
}
