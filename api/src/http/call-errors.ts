import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { type Refusal, toTrpcError } from '../errors.ts';
import { fieldErrors } from '../field-errors.ts';
import { refusalFromError } from '../refusal-from-error.ts';

type Fields = ReturnType<typeof fieldErrors>;

/**
 * Answers a front end's call outside of any procedure: an error in tRPC's wire format, as JSON. Undefined is
 * a bug, and its answer reveals nothing more.
 * @param status overrides the refusal's own status
 */
export function callError(
  refusal: Refusal | undefined,
  { status, fields = null }: { status?: number | undefined; fields?: Fields | null } = {},
): { status: number; body: string } {
  const known = refusal && toTrpcError(refusal);
  const httpStatus = status ?? (known ? getHTTPStatusCodeFromError(known) : 500);
  const code = known?.code ?? 'INTERNAL_SERVER_ERROR';
  const shape = {
    message: (fields && Object.values(fields)[0]) ?? refusal?.message ?? 'Erro interno',
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus, refusal: refusal?.code ?? null, fields },
  };
  return { status: httpStatus, body: JSON.stringify({ error: shape }) };
}

/** Answers all errors before or outside a procedure with a refusal; a bug is logged in full. */
export function registerCallErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refusal = refusalFromError(error);
    if (!refusal) request.log.error({ err: error }, 'a request failed');
    const fields = error instanceof ZodError ? fieldErrors(error) : null;
    const { status, body } = callError(refusal, { status: error.statusCode, fields });
    if (refusal?.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds));
    return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
  });
}
