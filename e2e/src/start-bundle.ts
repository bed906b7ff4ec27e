const TIMES = 3;

interface Running {
  close(): Promise<void>;
}

/**
 * Starts an API process from the bundle that ships, not from the sources. One that does not find its database
 * in time exits and is started again, as a supervisor would do.
 */
export async function startBundle(environment: Record<string, string | undefined>): Promise<Running> {
  const bundle = '../../api/dist/main.js';
  const { startServer } = (await import(bundle)) as {
    startServer: (source: Record<string, string | undefined>) => Promise<Running>;
  };
  for (let time = 1; time < TIMES; time += 1) {
    try {
      return await startServer(environment);
    } catch (error) {
      console.warn('the product did not start', error);
    }
  }
  return await startServer(environment);
}
