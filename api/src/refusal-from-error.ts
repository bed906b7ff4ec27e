import { ZodError } from 'zod';
import { Refusal } from './errors.ts';
import { isDatabaseUnavailable } from './lib/database-errors.ts';

/**
 * The refusal that an error of the product or of Fastify means; undefined for a bug. A lost database may be
 * noticed before any procedure runs. Fastify's refusals keep only their status, because their messages are
 * English.
 */
export function refusalFromError(error: Error & { statusCode?: number }): Refusal | undefined {
  if (isDatabaseUnavailable(error)) return new Refusal('database_unavailable', { retryAfterSeconds: 2 });
  if (error instanceof Refusal) return error;
  if (error instanceof ZodError) return new Refusal('bad_request');
  const status = error.statusCode ?? 500;
  if (status >= 500) return undefined;
  return new Refusal(status === 413 ? 'body_too_large' : status === 415 ? 'not_json' : 'bad_request');
}
