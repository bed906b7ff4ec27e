import { randomBytes } from 'node:crypto';
import { HALF_OPEN_LOGIN_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../context.ts';
import { newId } from '../lib/id.ts';
import { sha256 } from '../lib/tokens.ts';
import { findFactors } from './factors.sql.ts';
import { insertHalfOpenLogin } from './half-open-logins.sql.ts';

/** Codes that may be typed after one password. */
const TRIES = 5;

/** A code of the authenticator app, or a passkey. */
export type FactorKind = 'app' | 'passkey';

/**
 * After a right password: returns the token that `finishLogin` takes with a code, and `startPasskeyLogin`. It
 * opens nothing else.
 */
export async function beginHalfOpenLogin(
  { tenancy }: Pick<App, 'tenancy'>,
  { merchantId, employeeId }: { merchantId: string; employeeId: string },
): Promise<{ halfOpenToken: string; factors: FactorKind[] }> {
  const token = randomBytes(32).toString('base64url');
  const { appSince, passkeys } = await tenancy.withTenant(merchantId, async (tx) => {
    await insertHalfOpenLogin(tx, {
      id: newId(),
      employeeId,
      tokenHash: sha256(token),
      tries: TRIES,
      ttlSeconds: HALF_OPEN_LOGIN_TTL_SECONDS,
    });
    return await findFactors(tx, employeeId);
  });
  const factors: FactorKind[] = [];
  if (passkeys > 0) factors.push('passkey');
  if (appSince !== null) factors.push('app');
  return { halfOpenToken: token, factors };
}
