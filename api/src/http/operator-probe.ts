import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../context.ts';
import { showLedgerStatus } from '../ledger/show-ledger-status.ts';

const PATH = '/ledgerz';

/**
 * GET /ledgerz with `Authorization: Bearer <OPERATOR_TOKEN>`: whether the ledger held when it was last verified, 200
 * or 503. It is answered in a hook and is no route: whoever lacks the token gets what any unknown address gets, by
 * the same code. Register it before hosts are looked at, for probes come by address.
 */
export function registerOperatorProbe(server: FastifyInstance, app: App): void {
  const { operatorToken } = app.env;
  if (operatorToken === undefined) return;
  const expected = digest(`Bearer ${operatorToken}`);
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.url !== PATH) return;
    // Digests have one length, so comparing them takes one time.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return;
    const { status, verifiedAt } = await showLedgerStatus(app, 1);
    return await reply
      .code(status === 'ok' || status === 'never' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, verifiedAt });
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
