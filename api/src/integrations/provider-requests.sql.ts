import type { Provider } from 'domain/integrations';
import type { TenantTransaction } from '../tenant.ts';

export type ProviderRequestKind = 'test' | 'campaign';

/** The provider's answer. */
export interface ProviderRequestResult {
  accountName?: string | null;
  contacts?: number;
  campaignId?: string;
}

export interface ProviderRequestRow {
  id: string;
  provider: Provider;
  kind: ProviderRequestKind;
  state: 'waiting' | 'succeeded' | 'failed';
  input: object;
  api_key_encrypted: Buffer | null;
  result: ProviderRequestResult | null;
  error_message: string | null;
  started_at: Date | null;
}

const COLUMNS = `id, provider, kind, state, input, api_key_encrypted, result, error_message, started_at`;

/** Undefined if the id is used already. */
export async function insertProviderRequest(
  tx: TenantTransaction,
  request: {
    id: string;
    employeeId: string;
    provider: Provider;
    kind: ProviderRequestKind;
    input: object;
    sealedKey: Buffer | null;
  },
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'insert_provider_request',
      text: `INSERT INTO provider_requests (merchant_id, id, employee_id, provider, kind, input, api_key_encrypted)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (merchant_id, id) DO NOTHING RETURNING id`,
    },
    [
      tx.merchantId,
      request.id,
      request.employeeId,
      request.provider,
      request.kind,
      JSON.stringify(request.input),
      request.sealedKey,
    ],
  );
  return row?.id;
}

export async function findProviderRequest(
  tx: TenantTransaction,
  id: string,
): Promise<ProviderRequestRow | undefined> {
  const [row] = await tx.query<ProviderRequestRow>(
    {
      name: 'find_provider_request',
      text: `SELECT ${COLUMNS} FROM provider_requests WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** True if the stored request of that id has the same content. */
export async function isSameProviderRequest(
  tx: TenantTransaction,
  request: { id: string; kind: ProviderRequestKind; input: object },
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'is_same_provider_request',
      text: `SELECT FROM provider_requests WHERE merchant_id = $1 AND id = $2 AND kind = $3 AND input = $4::jsonb`,
    },
    [tx.merchantId, request.id, request.kind, JSON.stringify(request.input)],
  );
  return rows.length > 0;
}

/** Only those of the last minutes: older ones wait because no worker runs. */
export async function countWaitingProviderRequests(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    {
      name: 'count_waiting_provider_requests',
      text: `SELECT count(*)::int AS count FROM provider_requests
             WHERE merchant_id = $1 AND state = 'waiting' AND created_at > now() - interval '5 minutes'`,
    },
    [tx.merchantId],
  );
  return row?.count ?? 0;
}

/**
 * Claims the call that must not be made twice. True for one caller alone. Flushed to disk at commit, although
 * the worker's connections do not wait for that otherwise.
 */
export async function beginProviderRequest(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'begin_provider_request',
      text: `UPDATE provider_requests SET started_at = now()
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND started_at IS NULL
             RETURNING set_config('synchronous_commit', 'on', true)`,
    },
    [tx.merchantId, id],
  );
  return rows.length > 0;
}

export async function updateProviderRequestResult(
  tx: TenantTransaction,
  id: string,
  result: ProviderRequestResult,
): Promise<void> {
  await tx.query(
    {
      name: 'update_provider_request_result',
      text: `UPDATE provider_requests SET result = $3 WHERE merchant_id = $1 AND id = $2 AND state = 'waiting'`,
    },
    [tx.merchantId, id, JSON.stringify(result)],
  );
}

/** Deletes the typed key. Changes nothing if the request is answered already. */
export async function finishProviderRequest(
  tx: TenantTransaction,
  id: string,
  answer: { result: ProviderRequestResult } | { message: string },
): Promise<void> {
  const message = 'message' in answer ? answer.message : null;
  await tx.query(
    {
      name: 'finish_provider_request',
      text: `UPDATE provider_requests SET state = CASE WHEN $4::text IS NULL THEN 'succeeded' ELSE 'failed' END,
               result = coalesce($3::jsonb, result), error_message = $4, finished_at = now(), api_key_encrypted = NULL
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting'`,
    },
    [tx.merchantId, id, 'result' in answer ? JSON.stringify(answer.result) : null, message],
  );
}
