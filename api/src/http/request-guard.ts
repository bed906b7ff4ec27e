import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/**
 * A browser says where a request comes from in Sec-Fetch-Site, older ones in Origin; a request that says neither is
 * refused, for cookies would ride along. Throws Refusal 'cross_origin'.
 */
export function assertIsOwnPage(request: FastifyRequest, scheme: string): void {
  const site = request.headers['sec-fetch-site'];
  const isSameOrigin =
    site === undefined
      ? request.headers.origin === `${scheme}//${request.headers.host}`
      : site === 'same-origin';
  if (!isSameOrigin) throw new Refusal('cross_origin');
}

/** Only same-origin requests with a JSON body may change anything. Throws Refusal 'cross_origin' or 'not_json'. */
export function assertMayMutate(request: FastifyRequest, scheme: string): void {
  assertIsOwnPage(request, scheme);
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal('not_json');
}
