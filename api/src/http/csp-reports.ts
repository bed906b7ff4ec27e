import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { onceAMinute } from '../lib/once-a-minute.ts';
import { perAddress } from '../lib/rate-limit.ts';
import { CSP_REPORTS_PER_NETWORK } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import { CSP_REPORTS_PATH } from './content-security-policy.ts';

const MAX_BODY_BYTES = 8_192;
const CONTENT_TYPE = 'application/csp-report';

/** The directives of our policies, and those that browsers report instead of script-src and style-src. */
const DIRECTIVES =
  /^(?:(?:default|img|connect|frame|worker|manifest|object)-src|(?:script|style)-src(?:-elem|-attr)?|base-uri|form-action|frame-ancestors)$/;
/** The values that browsers send if no address was requested. */
const NO_ADDRESS = /^(?:inline|eval|wasm-eval|self|data|blob|about|filesystem)$/;

const text = z.string().catch('');
/** A report holds more, above all the page's address, which is not read. */
const bodyShape = z.object({ 'csp-report': z.object({ 'violated-directive': text, 'blocked-uri': text }) });

/**
 * Counts the violations that browsers report, and logs one a minute with the number of the others. Anyone may
 * send reports, so only a known directive and an origin are used: never an address, which may hold a phone or
 * a token.
 */
export function registerCspReports(
  server: FastifyInstance,
  { limiter, log, metrics }: Pick<App, 'limiter' | 'log' | 'metrics'>,
): void {
  const warn = onceAMinute((report: { directive: string; blocked: string }, untold) =>
    log.warn(
      { ...report, reports: untold + 1 },
      'the Content-Security-Policy stopped something in a browser',
    ),
  );

  function note(directive: string, blocked: string): void {
    metrics?.countPolicyReport(directive);
    warn({ directive, blocked });
  }

  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const;
    scope.addContentTypeParser(CONTENT_TYPE, options, (_request, body, done) => done(null, body));
    scope.post(CSP_REPORTS_PATH, { onRequest: (request) => limit(request) }, async (request, reply) => {
      const { 'violated-directive': violated, 'blocked-uri': blocked } = reportIn(request.body);
      // Older browsers send 'script-src https:'.
      const [directive = ''] = violated.split(' ', 1);
      note(DIRECTIVES.test(directive) ? directive : 'other', originOf(blocked));
      return reply.code(204).send();
    });
  });

  async function limit(request: FastifyRequest): Promise<void> {
    await limitCalls(limiter, perAddress(CSP_REPORTS_PER_NETWORK, request.ip));
  }
}

/** Throws Refusal 'bad_request'. */
function reportIn(body: unknown) {
  try {
    return bodyShape.parse(JSON.parse(String(body)))['csp-report'];
  } catch {
    throw new Refusal('bad_request');
  }
}

function originOf(blocked: string): string {
  if (NO_ADDRESS.test(blocked)) return blocked;
  const origin = URL.canParse(blocked) ? new URL(blocked).origin : 'null';
  return origin === 'null' ? 'other' : origin;
}
