import type { Metrics } from '../lib/metrics.ts';
import { countJobs } from './jobs.sql.ts';

/** What a worker tells of the queue; asked of the database when somebody looks. */
export function watchQueue(metrics: Metrics, connection: Parameters<typeof countJobs>[0]): void {
  metrics.watchJobs(() => countJobs(connection));
}
