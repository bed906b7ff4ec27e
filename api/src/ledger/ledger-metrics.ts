import type { Metrics } from '../lib/metrics.ts';
import type { Tenancy } from '../tenant.ts';
import { countOpenAlarms, listProofAges, sumHeldExpiry } from './ledger-metrics.sql.ts';
import { ALARM_MESSAGES } from './raise-alarm.ts';

/**
 * Registers the worker's metrics of the ledger and of open alarms; the database is read when they are
 * scraped.
 */
export function watchLedger(metrics: Metrics, tenancy: Pick<Tenancy, 'withoutTenant'>): void {
  metrics.watchEach('cashback_alarms', 'Open alarms by kind', 'kind', async () => ({
    ...Object.fromEntries(Object.keys(ALARM_MESSAGES).map((kind) => [kind, 0])),
    ...Object.fromEntries((await countOpenAlarms(tenancy)).map(({ kind, count }) => [kind, count])),
  }));
  metrics.watchEach(
    'cashback_expiry_held_cents',
    'Credit that would expire at once and waits for a confirmation',
    'state',
    async () => ({ held: await sumHeldExpiry(tenancy) }),
  );
  const proofs = async (read: (proof: { age_seconds: number; differences: number }) => number) =>
    Object.fromEntries((await listProofAges(tenancy)).map((proof) => [proof.scope, read(proof)]));
  metrics.watchEach(
    'cashback_ledger_proof_age_seconds',
    'Since the newest proof that reached its end, over everything and over what moved',
    'scope',
    () => proofs(({ age_seconds }) => age_seconds),
  );
  metrics.watchEach('cashback_ledger_differences', 'What that proof found', 'scope', () =>
    proofs(({ differences }) => differences),
  );
}
