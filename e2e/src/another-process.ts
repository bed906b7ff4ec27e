import { readFileSync } from 'node:fs';

/** Starts one more API process on the journeys' database, from the bundle that ships; `own` is what it has to itself. */
export async function startAnotherProcess(own: Record<string, string>): Promise<{ close(): Promise<void> }> {
  const { environment } = JSON.parse(readFileSync(process.env.JOURNEYS_STATE ?? '', 'utf8')) as {
    environment: Record<string, string>;
  };
  const bundle = '../../api/dist/main.js';
  const { startServer } = (await import(bundle)) as {
    startServer: (source: Record<string, string>) => Promise<{ close(): Promise<void> }>;
  };
  return await startServer({ ...environment, JOBS: 'off', ...own });
}
