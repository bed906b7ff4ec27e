const TIMES = 3;
const LONG_MS = 30_000;

interface Running {
  close(): Promise<void>;
}

/**
 * Starts an API process from the bundle that ships, not from the sources. One that does not find its database
 * in time exits and is started again, as a supervisor would do. It waits longer for everything than in
 * production: beside three browsers a call may take longer than a caller should wait.
 */
export async function startBundle(environment: Record<string, string | undefined>): Promise<Running> {
  const bundle = '../../api/dist/main.js';
  const { startServer, timeLimits } = (await import(bundle)) as {
    startServer: (source: Record<string, string | undefined>) => Promise<Running>;
    timeLimits: Record<string, number>;
  };
  for (const name of Object.keys(timeLimits)) timeLimits[name] = LONG_MS;
  for (let time = 1; time < TIMES; time += 1) {
    try {
      return await startServer(environment);
    } catch (error) {
      console.warn('the product did not start', error);
    }
  }
  return await startServer(environment);
}
