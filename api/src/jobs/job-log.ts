import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../lib/database-errors.ts';

/** Writes graphile-worker's messages to the process's log; its lines about each job at level debug. */
export function createQueueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    const error = (meta?.error ?? meta?.fatalError) as unknown;
    const fields = { ...scope, ...(error !== undefined && { err: error }) };
    if (level === 'error') {
      // Expected while PostgreSQL or this process restarts: the work is retried.
      const isStopping = error instanceof Error && error.name === 'AbortError';
      if (isStopping || isDatabaseUnavailable(error)) log.warn(fields, message);
      else log.error(fields, message);
    } else if (level === 'warning') log.warn(fields, message);
    else log.debug(fields, message);
  });
}
