import { constants, setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { createApp } from './app.ts';
import { readEnvironment } from './env.ts';
import { startMonitoringAddress } from './http/metrics.ts';
import { runAsProcess } from './run-as-process.ts';
import { startJobs } from './start-jobs.ts';

export interface RunningWorker {
  /** URL for Prometheus and an orchestrator's probes, if METRICS_PORT is set. */
  monitoringUrl: string | undefined;
  drainDelayMs: number;
  close(): Promise<void>;
}

/**
 * Runs jobs and serves no requests, with the environment given. It stands beside API processes with JOBS=off,
 * so that waiting for providers has a process of its own. Throws with a readable message when the environment
 * is not usable.
 */
export async function startWorker(source: NodeJS.ProcessEnv): Promise<RunningWorker> {
  const env = readEnvironment(source);
  const { app, hasDatabase, tenancyOver, close } = await createApp(env);
  let isStopping = false;
  const monitoring = await openMonitoringAddress().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const jobs = startJobs(app, tenancyOver);
  app.log.info('working off jobs');
  return {
    monitoringUrl: monitoring?.url,
    drainDelayMs: 0,
    async close() {
      isStopping = true;
      await jobs.stop();
      await monitoring?.close();
      await close();
    },
  };

  async function openMonitoringAddress() {
    const isReady = async () => !isStopping && (await hasDatabase());
    return env.metrics && app.metrics
      ? await startMonitoringAddress({ metrics: app.metrics, isReady }, env.metrics)
      : undefined;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // On a machine shared with API processes, requests have priority.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  runAsProcess(() => startWorker(process.env));
}
