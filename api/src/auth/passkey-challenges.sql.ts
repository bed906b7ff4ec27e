import type { Tenancy } from '../tenant.ts';

/**
 * Challenges that wait for their signature. They belong to no merchant: a login with a passkey begins before
 * its employee is known. Times are the database's clock.
 */

/** Stores the challenge in place of the holder's former one, and deletes some that had no answer in time. */
export async function upsertPasskeyChallenge(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  { holderHash, challenge, ttlSeconds }: { holderHash: Buffer; challenge: Buffer; ttlSeconds: number },
): Promise<void> {
  await tenancy.withoutTenant(
    {
      name: 'upsert_passkey_challenge',
      text: `WITH expired AS (
               SELECT holder_hash FROM operations.passkey_challenges
               WHERE expires_at <= money_now() AND holder_hash <> $1
               ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED
             ), deleted AS (
               DELETE FROM operations.passkey_challenges c USING expired e WHERE c.holder_hash = e.holder_hash
             )
             INSERT INTO operations.passkey_challenges (holder_hash, challenge, expires_at)
             VALUES ($1, $2, money_now() + make_interval(secs => $3))
             ON CONFLICT (holder_hash) DO UPDATE
               SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
    },
    [holderHash, challenge, ttlSeconds],
  );
}

/** Returns the challenge, of several concurrent callers to one; undefined: it was used, or is too old. */
export async function takePasskeyChallengeRow(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  holderHash: Buffer,
): Promise<Buffer | undefined> {
  const [row] = await tenancy.withoutTenant<{ challenge: Buffer; isOpen: boolean }>(
    {
      name: 'take_passkey_challenge',
      text: `DELETE FROM operations.passkey_challenges WHERE holder_hash = $1
             RETURNING challenge, expires_at > money_now() AS "isOpen"`,
    },
    [holderHash],
  );
  return row?.isOpen ? row.challenge : undefined;
}
