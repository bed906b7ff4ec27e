import { widenTimeLimits } from './time-limits.ts';

/**
 * Entry that `startApiProcess` runs: the API, or a worker alone, on the environment its parent sends. It dies
 * with its parent.
 */
process.once('message', async (environment: Record<string, string>) => {
  // Bundled into this file, main.ts would take itself for the program and start on an empty environment.
  process.argv.splice(1);
  if (environment.TIME_LIMITS !== 'product') widenTimeLimits();
  try {
    const running =
      environment.PROGRAM === 'worker'
        ? { ...(await (await import('../worker.ts')).startWorker(environment)), url: 'none' }
        : await (await import('../main.ts')).startServer(environment);
    process.once('SIGTERM', () => void running.close().then(() => process.exit(0)));
    process.send?.({ url: running.url, monitoringUrl: running.monitoringUrl });
  } catch (error) {
    process.send?.({ failure: (error as Error).message }, () => process.exit(1));
  }
});
process.once('disconnect', () => process.exit());
