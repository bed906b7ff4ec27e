import type { Tenancy } from '../tenant.ts';

/** The merchant of a trial's token, by its SHA-256. */
export async function findTrialMerchant(
  tenancy: Pick<Tenancy, 'lookup'>,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const [row] = await tenancy.lookup<{ merchant_id: string }>(
    { name: 'trial_by_token', text: 'SELECT * FROM lookup.trial_by_token($1)' },
    [tokenHash],
  );
  return row?.merchant_id;
}
