import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { type Refusal, toTrpcError } from '../errors.ts';
import { fieldErrors } from '../field-errors.ts';
import { refusalFromError } from '../refusal-from-error.ts';

type Fields = ReturnType<typeof fieldErrors>;

/**
 * What the product's own pages are answered where no procedure answers: an error in tRPC's wire format, as
 * JSON. Undefined is a bug, of which nobody outside learns more than that.
 * @param status what the answer has where it is not the refusal's own
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

/**
 * Whatever fails before a procedure, or beside one, leaves as a refusal in words; what is a bug is logged in
 * full.
 */
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
