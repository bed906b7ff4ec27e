import { constants, setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { createApp } from './app.ts';
import { readEnvironment } from './env.ts';
import { startJobs } from './jobs/start-jobs.ts';

/**
 * Works off jobs and serves nobody, on the environment given: beside API processes with JOBS=off, where what waits for
 * providers is to have a process of its own. Throws with a readable message when the environment is not usable.
 */
export async function startWorker(source: NodeJS.ProcessEnv): Promise<{ close(): Promise<void> }> {
  const { app, tenancyOver, close } = await createApp(readEnvironment(source));
  const jobs = startJobs(app, tenancyOver);
  app.log.info('working off jobs');
  return {
    async close() {
      await jobs.stop();
      await close();
    },
  };
}

async function runAsProcess(): Promise<void> {
  // On a machine that it shares with the counter, the counter goes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const running = await startWorker(process.env);
  const stop = () => void running.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  runAsProcess().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
