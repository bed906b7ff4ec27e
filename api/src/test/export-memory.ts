import type { FileFormat } from '../lib/write-file.ts';
import { exportMovements } from '../reports/export-movements.ts';
import type { StaffSession } from '../staff-session.ts';
import { openMoneyApp } from './money-app.ts';

/**
 * An export of movements, from the first day to the last, that a process of its own takes and throws away.
 */
export interface MeasuredExport {
  databaseUrl: string;
  staff: StaffSession;
  period: { from: string; to: string };
  format: FileFormat;
}

export interface MeasuredMemory {
  bytes: number;
  lines: number;
  /** Peak of the bytes in use, measured each time after everything unused was collected. */
  peakBytes: number;
}

const SAMPLE_EACH_BYTES = 1_000_000;

function memoryInUse(): number {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Entry that `report-files.long.test.ts` runs, with `--expose-gc`. */
process.once('message', async ({ databaseUrl, staff, period, format }: MeasuredExport) => {
  const { app, close } = await openMoneyApp(databaseUrl);
  const file = await exportMovements(app, staff, { ip: '127.0.0.1' }, { period, format });
  const seen: MeasuredMemory = { bytes: 0, lines: 0, peakBytes: 0 };
  let sampledAt = 0;
  for await (const chunk of file.content) {
    const content = Buffer.from(chunk);
    seen.bytes += content.length;
    for (const byte of content) if (byte === 10) seen.lines += 1;
    if (seen.bytes - sampledAt < SAMPLE_EACH_BYTES) continue;
    sampledAt = seen.bytes;
    seen.peakBytes = Math.max(seen.peakBytes, memoryInUse());
  }
  await close();
  process.send?.(seen, () => process.exit());
});
