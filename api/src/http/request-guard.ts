import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/**
 * A browser says where a request comes from in Sec-Fetch-Site, older ones in Origin; a request that says
 * neither is refused, for cookies would ride along. Throws Refusal 'cross_origin'.
 */
export function assertIsOwnPage(request: FastifyRequest, scheme: string): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (!(site === undefined ? origin === ownOrigin(request, scheme) : site === 'same-origin'))
    throw new Refusal('cross_origin');
}

/**
 * Questions and event streams are for our own pages, the address bar and programs, which say nothing. Another
 * site's page could read no answer, but have its visitors spend their limits and hold our streams. Throws
 * Refusal 'cross_origin'.
 */
export function assertMayRead(request: FastifyRequest, scheme: string): void {
  const { 'sec-fetch-site': site, origin = ownOrigin(request, scheme) } = request.headers;
  if (!(site === undefined ? origin === ownOrigin(request, scheme) : /^(?:same-origin|none)$/.test(site)))
    throw new Refusal('cross_origin');
}

function ownOrigin({ headers }: FastifyRequest, scheme: string): string {
  return `${scheme}//${headers.host}`;
}

/**
 * Only same-origin requests with a JSON body may change anything. Throws Refusal 'cross_origin' or
 * 'not_json'.
 */
export function assertMayMutate(request: FastifyRequest, scheme: string): void {
  assertIsOwnPage(request, scheme);
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal('not_json');
}
