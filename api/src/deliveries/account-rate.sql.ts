import type { TenantTransaction } from '../tenant.ts';

/**
 * Takes the account's next turn, at least `spacingMs` after the one before. One statement: however many processes ask at
 * once, each gets a turn of its own.
 * @returns milliseconds until it; undefined, and no turn is taken, where that would be longer than `maxWaitMs`
 */
export async function takeTurn(
  tx: TenantTransaction,
  turn: { integrationConfigId: string; spacingMs: number; maxWaitMs: number },
): Promise<number | undefined> {
  const [row] = await tx.query<{ wait_ms: number }>(
    {
      name: 'take_turn',
      text: `INSERT INTO integration_rates AS r (merchant_id, integration_config_id, next_call_at)
             VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
             ON CONFLICT (merchant_id, integration_config_id) DO UPDATE
               SET next_call_at = greatest(r.next_call_at, clock_timestamp()) + $3 * interval '1 millisecond'
               WHERE r.next_call_at <= clock_timestamp() + $4 * interval '1 millisecond'
             RETURNING (extract(epoch FROM next_call_at - clock_timestamp()) * 1000)::float8 - $3 AS wait_ms`,
    },
    [tx.merchantId, turn.integrationConfigId, turn.spacingMs, turn.maxWaitMs],
  );
  return row && Math.max(0, row.wait_ms);
}
