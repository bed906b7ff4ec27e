import type { TenantTransaction } from '../tenant.ts';

/** False when another transaction is carrying out the same operation right now. Held until the end of this one. */
export async function tryLockOperation(tx: TenantTransaction, operationId: string): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    {
      name: 'try_lock_operation',
      text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    },
    [`${tx.merchantId}:${operationId}`],
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
  operationId: string,
): Promise<IdempotencyRow | undefined> {
  const [row] = await tx.query<IdempotencyRow>(
    {
      name: 'find_idempotency_key',
      text: 'SELECT procedure, request_hash, response FROM idempotency_keys WHERE merchant_id = $1 AND operation_id = $2',
    },
    [tx.merchantId, operationId],
  );
  return row;
}

export async function insertIdempotencyKey(
  tx: TenantTransaction,
  key: { operationId: string; procedure: string; requestHash: Buffer; response: unknown },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_idempotency_key',
      text: `INSERT INTO idempotency_keys (merchant_id, operation_id, procedure, request_hash, response)
             VALUES ($1, $2, $3, $4, $5)`,
    },
    [tx.merchantId, key.operationId, key.procedure, key.requestHash, JSON.stringify(key.response)],
  );
}
