import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../lib/database-errors.ts';

/** graphile-worker's messages in the process's own log. What it tells of every job is for debugging only. */
export function createQueueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    const error = (meta?.error ?? meta?.fatalError) as unknown;
    const fields = { ...scope, ...(error !== undefined && { err: error }) };
    if (level === 'error') {
      // A restart of PostgreSQL or of this process is nobody's mistake here, and everything tries again.
      const isStopping = error instanceof Error && error.name === 'AbortError';
      if (isStopping || isDatabaseUnavailable(error)) log.warn(fields, message);
      else log.error(fields, message);
    } else if (level === 'warning') log.warn(fields, message);
    else log.debug(fields, message);
  });
}
