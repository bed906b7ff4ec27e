import { addressesOf } from 'database/migrate';
import { createApp } from '../app.ts';
import { readEnvironment } from '../env.ts';
import { startJobs } from '../start-jobs.ts';
import { TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET } from './api-process.ts';

/** A worker in a process of its own, killable, which reports now and then how much memory it holds. */
export interface MeasuredWorker {
  databaseUrl: string;
  mailchimpApi: string;
}

const EACH_MS = 2_000;

/** Memory in use after everything unused was collected. */
function memoryInUse(): number {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Entry that `bulk-sync.long.test.ts` runs, with `--expose-gc`, and ends itself. */
process.once('message', async ({ databaseUrl, mailchimpApi }: MeasuredWorker) => {
  const env = readEnvironment({
    DATABASE_URL: databaseUrl,
    DATABASE_WORKER_URL: addressesOf(databaseUrl).DATABASE_WORKER_URL,
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
    MAILCHIMP_API: mailchimpApi,
    LOG_LEVEL: 'silent',
  });
  const { app, tenancyOver } = await createApp(env);
  startJobs(app, tenancyOver);
  setInterval(() => process.send?.(memoryInUse()), EACH_MS);
});
