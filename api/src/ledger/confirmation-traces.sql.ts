import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface ConfirmationTrace {
  merchantId: string;
  /** The purchase's or the redemption's id. */
  sourceId: string;
  kind: 'cashback' | 'redemption';
  network: string;
  deviceHash: Buffer;
}

/**
 * Inserts the traces of many merchants at once, all of one kind. Skips a movement that has a trace or was not
 * confirmed.
 */
export async function insertConfirmationTraces(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  kind: ConfirmationTrace['kind'],
  traces: ConfirmationTrace[],
): Promise<void> {
  await tenancy.withoutTenant(
    { name: 'record_confirmation_traces', text: 'SELECT record_confirmation_traces($1, $2, $3, $4, $5)' },
    [
      kind,
      traces.map((trace) => trace.merchantId),
      traces.map((trace) => trace.sourceId),
      traces.map((trace) => trace.network),
      traces.map((trace) => trace.deviceHash),
    ],
  );
}

export async function listOldConfirmationTraces(
  tenancy: Pick<Tenancy, 'lookup'>,
  olderThan: { days: number; limit: number },
): Promise<{ merchant_id: string; source_id: string }[]> {
  return await tenancy.lookup(
    {
      name: 'list_old_confirmation_traces',
      text: 'SELECT merchant_id, source_id FROM lookup.old_confirmation_traces(make_interval(days => $1), $2)',
    },
    [olderThan.days, olderThan.limit],
  );
}

export async function deleteConfirmationTraces(tx: TenantTransaction, sourceIds: string[]): Promise<void> {
  await tx.query(
    {
      name: 'delete_confirmation_traces',
      text: 'DELETE FROM confirmation_traces WHERE merchant_id = $1 AND source_id = ANY ($2::uuid[])',
    },
    [tx.merchantId, sourceIds],
  );
}
