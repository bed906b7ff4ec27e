import { findFreePort } from 'processes/server-process';
import { stopChild } from '../child-process.ts';
import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import type { ClusterStage } from './cluster-stage.ts';
import {
  accepted,
  COLUMNS,
  CONNECTIONS,
  cells,
  LEAST_GOODPUT,
  NOTHING,
  OVERLOAD,
  type ReportOptions,
  untilReady,
} from './overload-report.ts';

/** Connections opened in one moment, and the time within which nearly every refusal must have come. */
const AT_ONCE = 2_000;
const MOST_TO_REFUSE_MS = 150;

/**
 * Measures the capacity of one process, as a container runs it, and what is left of it from the first moment
 * of a sudden overload, in turn.
 */
export async function measureSuddenOverload(
  stage: ClusterStage,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<boolean> {
  const port = await findFreePort();
  const api = stage.startAlone(port);
  const seconds = isQuick ? 1 : 5;
  const rows: string[][] = [];
  const goodputs: number[] = [];
  const refusals: number[] = [];
  const loads: number[] = [];
  let lost = 0;
  try {
    await untilReady(port);
    const measureCapacity = async () =>
      accepted(await stage.sell({ port, connections: CONNECTIONS, seconds }));
    await measureCapacity();
    for (let round = 1; round <= (isQuick ? 1 : 3); round += 1) {
      const alone = await measureCapacity();
      onProgress(`round ${round}: capacity ${alone.perSecond.toFixed(0)} purchases/s`);
      const perSecond = alone.perSecond * OVERLOAD;
      const before = stage.loadTime();
      const overloaded = await stage.sell({ port, connections: AT_ONCE, perSecond, seconds, isSudden: true });
      loads.push((stage.loadTime() - before) / seconds / 1_000_000);
      rows.push(cells(`${round}: capacity, 200`, alone));
      for (const [status, report] of Object.entries(overloaded))
        rows.push(cells(`${round}: overload, ${status}`, report));
      goodputs.push(accepted(overloaded).perSecond / alone.perSecond);
      refusals.push((overloaded['503'] ?? NOTHING).p95Ms);
      lost += overloaded.lost?.perSecond ?? 0;
    }
  } finally {
    await stopChild(api);
  }
  const [goodput, refusal] = [median(goodputs), median(refusals)];
  say(`\n${formatTable(COLUMNS, rows)}`);
  say(
    `${AT_ONCE} connections opened at once that ask for ${OVERLOAD} × capacity: ${(goodput * 100).toFixed(0)} % of it is done (at least ` +
      `${LEAST_GOODPUT * 100} %), 95 % of the 503s come within ${refusal.toFixed(0)} ms (${MOST_TO_REFUSE_MS} ms at most); medians. ` +
      `The load itself used ${(median(loads) * 100).toFixed(0)} % of a core.`,
  );
  return goodput >= LEAST_GOODPUT && refusal <= MOST_TO_REFUSE_MS && lost === 0;
}
