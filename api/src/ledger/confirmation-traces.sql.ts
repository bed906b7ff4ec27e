import type { Tenancy } from '../tenant.ts';

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
