import { Refusal } from '../errors.ts';
import type { RateLimiter } from '../lib/rate-limit.ts';
import { sha256 } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import { findLoginByEmail } from './auth.sql.ts';
import { LOGIN_PER_ACCOUNT } from './limits.ts';
import type { SessionStore } from './lucia.ts';
import type { Passwords } from './passwords.ts';

interface LoginDependencies {
  tenancy: Tenancy;
  passwords: Passwords;
  sessions: SessionStore;
  limiter: RateLimiter;
}

/**
 * Checks e-mail and password and starts a session; returns its token. A known and an unknown e-mail get the same
 * sentence after the same work. Throws Refusal 'invalid_credentials', 'too_many_requests' or 'overloaded'.
 */
export async function logIn(
  { tenancy, passwords, sessions, limiter }: LoginDependencies,
  input: { email: string; password: string },
  request: { ip: string; userAgent?: string | undefined },
): Promise<string> {
  // Counted for addresses without an account too, or the limit itself would tell which exist.
  const wait = await limiter.hit(LOGIN_PER_ACCOUNT, sha256(input.email).toString('base64url'));
  if (wait !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds: wait });
  const login = await passwords.matching(() => findLoginByEmail(tenancy, input.email), input.password);
  if (!login) throw new Refusal('invalid_credentials');
  return await sessions.create({ merchantId: login.merchant_id, employeeId: login.employee_id }, request);
}
