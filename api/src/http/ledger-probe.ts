import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../context.ts';
import { showLedgerStatus } from '../ledger/show-ledger-status.ts';

const PATH = '/ledgerz';

/**
 * Answers GET /ledgerz with `Authorization: Bearer <OPERATOR_TOKEN>`: 200 if the last verification found the
 * ledger right and nothing is held for a person to check; else 503, also before the first verification. A
 * hook, not a route: without the token the answer is the 404 of any unknown address, by the same code.
 * Register it before hosts are checked, because probes come by address.
 */
export function registerLedgerProbe(server: FastifyInstance, app: App): void {
  const { platformToken } = app.env;
  if (platformToken === undefined) return;
  const expected = digest(`Bearer ${platformToken}`);
  server.addHook('onRequest', async (request, reply) => {
    if (!/^(?:GET|HEAD)$/.test(request.method) || request.url !== PATH) return;
    // Digests have equal length, so that comparing them takes constant time.
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
