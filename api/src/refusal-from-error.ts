import { ZodError } from 'zod';
import { Refusal } from './errors.ts';
import { isDatabaseUnavailable } from './lib/database-errors.ts';

/**
 * What the product, or Fastify for it, decided against a request; undefined for a bug. A database that is
 * away may be noticed before any procedure runs. Of what Fastify refuses only the status is kept, for its
 * words are English.
 */
export function refusalFromError(error: Error & { statusCode?: number }): Refusal | undefined {
  if (isDatabaseUnavailable(error)) return new Refusal('database_unavailable', { retryAfterSeconds: 2 });
  if (error instanceof Refusal) return error;
  if (error instanceof ZodError) return new Refusal('bad_request');
  const status = error.statusCode ?? 500;
  if (status >= 500) return undefined;
  return new Refusal(status === 413 ? 'body_too_large' : status === 415 ? 'not_json' : 'bad_request');
}
