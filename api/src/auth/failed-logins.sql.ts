import type { Tenancy } from '../tenant.ts';

/**
 * An unknown e-mail has no merchant, so this table is in the schema operations, without row-level security.
 */

export interface FailedLogin {
  emailHash: Buffer;
  network: string;
  isKnownDevice: boolean;
  outcome: 'wrong' | 'limited';
}

export async function insertFailedLogin(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  { emailHash, network, isKnownDevice, outcome }: FailedLogin,
): Promise<void> {
  await tenancy.withoutTenant(
    {
      name: 'insert_failed_login',
      text: `INSERT INTO operations.failed_logins (email_hash, network, is_known_device, outcome)
             VALUES ($1, $2, $3, $4)`,
    },
    [emailHash, network, isKnownDevice, outcome],
  );
}

/** Keeps the newest `keep` rows of the last `days` days and deletes all others. */
export async function deleteOldFailedLogins(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  { keep, days }: { keep: number; days: number },
): Promise<void> {
  await tenancy.withoutTenant(
    {
      name: 'delete_old_failed_logins',
      text: `DELETE FROM operations.failed_logins
             WHERE failed_at < clock_timestamp() - $2 * interval '1 day'
               OR id <= (SELECT id FROM operations.failed_logins ORDER BY id DESC OFFSET $1 LIMIT 1)`,
    },
    [keep, days],
  );
}
