import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { describeRefusal, type Refusal } from '../errors.ts';
import { fieldErrors } from '../field-errors.ts';
import { refusalFromError } from '../refusal-from-error.ts';

/** The body of a refused REST call; rest/describe-api.ts describes its shape. */
interface RestError {
  error: { code: string; message: string; fields?: Record<string, string> };
}

export function restError(refusal: Refusal | undefined, fields?: Record<string, string>): RestError {
  const message = (fields && Object.values(fields)[0]) ?? refusal?.message ?? 'Erro interno';
  return { error: { code: refusal?.code ?? 'internal_error', message, ...(fields && { fields }) } };
}

/**
 * Answers an error of a REST call. An error that is no refusal is a bug: it is logged in full and answered as
 * 'Erro interno'.
 */
export function answerRestError(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalFromError(error);
  if (!refusal) request.log.error({ err: error }, 'a program’s call failed');
  const status = refusal ? describeRefusal(refusal.code).status : 500;
  const fields = error instanceof ZodError ? fieldErrors(error) : undefined;
  if (refusal?.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="api", error="invalid_token"');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(restError(refusal, fields)));
}
