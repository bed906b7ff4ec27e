import type { FastifyInstance } from 'fastify';
import type { Environment } from '../env.ts';
import { Refusal } from '../errors.ts';

const PATH = '/.well-known/security.txt';
/** Validity of a copy; RFC 9116 asks for less than a year. */
const VALID_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

/**
 * Serves the contact for vulnerabilities, in the format of RFC 9116. A merchant's host redirects to the
 * platform's file, because the vulnerabilities are the platform's and the file names the addresses where it
 * is genuine.
 */
export function registerSecurityTxt(
  server: FastifyInstance,
  { appOrigin, publicOrigin, securityContact }: Environment,
): void {
  server.get(PATH, (request, reply) => {
    if (securityContact === undefined) throw new Refusal('not_found');
    if (request.tenantHost.kind === 'merchant') return reply.redirect(`${publicOrigin}${PATH}`, 302);
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: pt, en',
      ...new Set([appOrigin, publicOrigin].map((origin) => `Canonical: ${origin}${PATH}`)),
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}
