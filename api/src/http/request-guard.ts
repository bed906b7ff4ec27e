import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/**
 * Accepts requests of our own pages only. Browsers name the source in Sec-Fetch-Site, older ones in Origin;
 * without either the request is refused, because it would carry cookies. Throws Refusal 'cross_origin'.
 */
export function assertIsOwnPage(request: FastifyRequest, scheme: string): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (!(site === undefined ? origin === ownOrigin(request, scheme) : site === 'same-origin'))
    throw new Refusal('cross_origin');
}

/**
 * Accepts reads from our own pages, the address bar and programs, which send neither header. Another site
 * could read no answer, but could use up its visitors' limits and stream slots. Throws Refusal
 * 'cross_origin'.
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
 * Accepts mutations only from the same origin and with a JSON body. Throws Refusal 'cross_origin' or
 * 'not_json'.
 */
export function assertMayMutate(request: FastifyRequest, scheme: string): void {
  assertIsOwnPage(request, scheme);
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal('not_json');
}
