import { readFileSync } from 'node:fs';
import { startBundle } from './start-bundle.ts';

/** Starts one more API process on the journeys' database; `own` is what it has to itself. */
export async function startAnotherProcess(own: Record<string, string>): Promise<{ close(): Promise<void> }> {
  const { environment } = JSON.parse(readFileSync(process.env.JOURNEYS_STATE ?? '', 'utf8')) as {
    environment: Record<string, string>;
  };
  return await startBundle({ ...environment, JOBS: 'off', ...own });
}
