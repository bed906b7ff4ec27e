import { Refusal } from '../errors.ts';
import { sha256 } from '../lib/tokens.ts';
import type { TenantTransaction } from '../tenant.ts';
import { findIdempotencyKey, insertIdempotencyKey, tryLockRequest } from './idempotency.sql.ts';

/**
 * Carries a call out once under the id its client made. A repeat gets the stored answer; the same id with
 * another request is refused ('operation_conflict'), one still under way too ('operation_in_flight').
 *
 * The answer is stored in the clear: it must be JSON and must hold no token.
 */
export async function runOnce<Response>(
  tx: TenantTransaction,
  call: { requestId: string; procedure: string; request: object },
  run: () => Promise<Response>,
): Promise<Response> {
  if (!(await tryLockRequest(tx, call.requestId))) throw new Refusal('operation_in_flight');
  const requestHash = sha256(JSON.stringify(call.request));
  const stored = await findIdempotencyKey(tx, call.requestId);
  if (stored) {
    const isSame = stored.procedure === call.procedure && stored.request_hash.equals(requestHash);
    if (!isSame) throw new Refusal('operation_conflict');
    return stored.response as Response;
  }
  const response = await run();
  await insertIdempotencyKey(tx, {
    requestId: call.requestId,
    procedure: call.procedure,
    requestHash,
    response,
  });
  return response;
}
