import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findFreePort } from '../server-process.ts';
import { startClusterProcess } from './cluster-process.ts';

const program = fileURLToPath(new URL('./fake-program.mjs', import.meta.url));
export const WITHIN = { timeout: 60_000, interval: 50 };

/** A cluster of fakes: `behave('crashing')` is how those behave that start from then on. */
export async function startFakes(processes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cashback-cluster-'));
  const port = await findFreePort();
  const environment = { FOLDER: folder, PORT: String(port), DRAIN_DELAY: '0.1' };
  const cluster = await startClusterProcess({ processes, environment, api: program, worker: program });
  onTestFinished(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    ...cluster,
    /** The process id that answers. */
    ask: async () => Number(await (await fetch(url)).text()),
    starts: () => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').map(Number),
    behave: (behavior: string) => writeFileSync(join(folder, behavior), ''),
    behaveAgain: (behavior: string) => rmSync(join(folder, behavior)),
  };
}

type Cluster = Awaited<ReturnType<typeof startFakes>>;

/** The process ids behind the port. */
export async function pidsOf({ ask }: Cluster): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 12 }, ask));
  return [...new Set(answers)].sort((one, other) => one - other);
}
