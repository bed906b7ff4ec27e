import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type BenchServer, withClient } from '../bench-database.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SAMPLE_MS = 100;

export interface MeasuredVerification {
  exitCode: number | null;
  /** Number of differences that it named, one line each. */
  differences: number;
  /** Time of the whole process, its start included. */
  seconds: number;
  /**
   * Most memory the process ever held, and the largest private memory seen of a PostgreSQL process serving
   * it.
   */
  nodeMegabytes: number;
  backendMegabytes: number;
}

/** Kilobytes of one field of a process's status; 0 once it has gone. Linux only. */
function readStatus(pid: number, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

export async function measureVerification(
  server: BenchServer,
  database: string,
): Promise<MeasuredVerification> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/ledger-verify.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_OWNER_URL: server.ownerUrl(database) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let differences = 0;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('{"merchantId"')) differences += 1;
  });
  const gone = once(child, 'close');
  let isRunning = true;
  void gone.then(() => {
    isRunning = false;
  });
  let [nodeKilobytes, backendKilobytes] = [0, 0];
  await withClient(server.ownerUrl(), async (observer) => {
    while (isRunning) {
      nodeKilobytes = Math.max(nodeKilobytes, readStatus(child.pid ?? 0, 'VmHWM'));
      const { rows } = await observer.query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE datname = $1',
        [database],
      );
      for (const { pid } of rows) backendKilobytes = Math.max(backendKilobytes, readStatus(pid, 'RssAnon'));
      await wait(SAMPLE_MS);
    }
  });
  await gone;
  return {
    exitCode: child.exitCode,
    differences,
    seconds: (performance.now() - startedAt) / 1_000,
    nodeMegabytes: nodeKilobytes / 1_024,
    backendMegabytes: backendKilobytes / 1_024,
  };
}
