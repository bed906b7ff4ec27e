import type { Metrics } from '../lib/metrics.ts';
import { countJobs } from './jobs.sql.ts';

/** Registers the queue's metrics, which are read from the database at each scrape. */
export function watchQueue(metrics: Metrics, connection: Parameters<typeof countJobs>[0]): void {
  metrics.watchJobs(() => countJobs(connection));
}
