import type { TenantTransaction } from '../tenant.ts';

/** False when another transaction is answering the same request right now. Held until the end of this one. */
export async function tryLockRequest(tx: TenantTransaction, requestId: string): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    {
      name: 'try_lock_request',
      text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    },
    [`${tx.merchantId}:${requestId}`],
  );
  return row?.locked === true;
}

export interface IdempotencyRow {
  procedure: string;
  request_hash: Buffer;
  response: unknown;
}

export async function findIdempotencyKey(
  tx: TenantTransaction,
  requestId: string,
): Promise<IdempotencyRow | undefined> {
  const [row] = await tx.query<IdempotencyRow>(
    {
      name: 'find_idempotency_key',
      text: 'SELECT procedure, request_hash, response FROM idempotency_keys WHERE merchant_id = $1 AND request_id = $2',
    },
    [tx.merchantId, requestId],
  );
  return row;
}

export async function insertIdempotencyKey(
  tx: TenantTransaction,
  key: { requestId: string; procedure: string; requestHash: Buffer; response: unknown },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_idempotency_key',
      text: `INSERT INTO idempotency_keys (merchant_id, request_id, procedure, request_hash, response)
             VALUES ($1, $2, $3, $4, $5)`,
    },
    [tx.merchantId, key.requestId, key.procedure, key.requestHash, JSON.stringify(key.response)],
  );
}
