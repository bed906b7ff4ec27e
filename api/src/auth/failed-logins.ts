import { createHmac } from 'node:crypto';
import { FAILED_LOGINS_KEPT } from 'domain/retention';
import type { App } from '../context.ts';
import { networksOf } from '../lib/client-network.ts';
import { deriveKey } from '../lib/derived-keys.ts';
import { LIMITED_LOGIN_ROWS_PER_NETWORK } from '../limits/call-limits.ts';
import {
  deleteOldFailedLogins as deleteRows,
  type FailedLogin,
  insertFailedLogin,
} from './failed-logins.sql.ts';

/**
 * The keyed hash that identifies an e-mail in the log of failed logins. docs/operating.md tells how the
 * platform looks one up.
 */
export function emailHashOf({ env }: Pick<App, 'env'>, email: string): Buffer {
  return createHmac('sha256', deriveKey(env.tokenSecrets[0], 'failed-login')).update(email).digest();
}

/**
 * Counts the failure and logs it to the database. The caller does not wait for it, so that no e-mail is
 * answered later than another.
 */
export function recordFailedLogin(
  app: Pick<App, 'env' | 'limiter' | 'log' | 'metrics' | 'tenancy'>,
  { email, ip, isKnownDevice }: { email: string; ip: string; isKnownDevice: boolean },
  outcome: FailedLogin['outcome'],
): void {
  app.metrics?.countLoginFailure({ outcome, device: isKnownDevice ? 'known' : 'unknown' });
  const network = networksOf(ip).at(-1) ?? ip;
  const write = async () => {
    // A refusal costs next to nothing, so a flood of them must not fill the table.
    if (outcome === 'limited' && (await app.limiter.hit(LIMITED_LOGIN_ROWS_PER_NETWORK, network))) return;
    await insertFailedLogin(app.tenancy, {
      emailHash: emailHashOf(app, email),
      network,
      isKnownDevice,
      outcome,
    });
  };
  write().catch((err: unknown) => app.log.warn({ err }, 'a failed login was not written down'));
}

/** The log of failed logins stays as small as this. */
export async function deleteOldFailedLogins({ tenancy }: Pick<App, 'tenancy'>): Promise<void> {
  await deleteRows(tenancy, FAILED_LOGINS_KEPT);
}
