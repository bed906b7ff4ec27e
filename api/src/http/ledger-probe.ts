import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../context.ts';
import { showLedgerStatus } from '../ledger/show-ledger-status.ts';

const PATH = '/ledgerz';

/**
 * GET /ledgerz with `Authorization: Bearer <OPERATOR_TOKEN>`: 200 where the ledger held when it was last
 * verified and nothing is held until somebody looks, else 503, also before the first time. It is answered in
 * a hook and is no route: whoever lacks the token gets what any unknown address gets, 404 by the same code.
 * Register it before hosts are looked at, for probes come by address.
 */
export function registerLedgerProbe(server: FastifyInstance, app: App): void {
  const { platformToken } = app.env;
  if (platformToken === undefined) return;
  const expected = digest(`Bearer ${platformToken}`);
  server.addHook('onRequest', async (request, reply) => {
    if (!/^(?:GET|HEAD)$/.test(request.method) || request.url !== PATH) return;
    // Digests have one length, so comparing them takes one time.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return;
    const { status, verifiedAt, alarms } = await showLedgerStatus(app, 1);
    return await reply
      .code(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status,
        verifiedAt,
        alarms: alarms.map(({ kind, merchant_id, raised_at, details }) => ({
          kind,
          merchantId: merchant_id,
          raisedAt: raised_at.toISOString(),
          details,
        })),
      });
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
