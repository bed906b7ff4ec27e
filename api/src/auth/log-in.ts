import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { ConfirmingBrowser } from '../ledger/confirmation-traces.ts';
import { type CallCount, perAddress, perSubject, type RateLimit } from '../lib/rate-limit.ts';
import { sha256 } from '../lib/tokens.ts';
import {
  LOGIN_PER_ACCOUNT_AND_NETWORK,
  LOGIN_PER_ADDRESS,
  LOGIN_PER_DEVICE,
  LOGIN_PER_KNOWN_DEVICES,
  LOGIN_WARNINGS_PER_ACCOUNT,
  LOGINS_OF_ACCOUNT,
  LOGINS_PER_ACCOUNT,
} from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import { sharedCounts } from '../limits/limit-shared.ts';
import { findLoginByEmail } from './auth.sql.ts';
import { recordFailedLogin } from './failed-logins.ts';
import type { KnownDevice } from './known-device.ts';

type LoginDependencies = Pick<
  App,
  'env' | 'limiter' | 'log' | 'mail' | 'metrics' | 'passwords' | 'sessions' | 'tenancy'
>;

export interface LoginRequest {
  ip: string;
  userAgent?: string | undefined;
  browser?: (() => ConfirmingBrowser) | undefined;
  /** This browser, if the employee has signed in with it before. */
  device: KnownDevice | undefined;
}

/** A session that was started. */
export interface SignedIn {
  token: string;
  deviceGeneration: number;
  isNewDevice: boolean;
}

/**
 * Checks e-mail and password and starts a session; returns its token, and whether the device is new. If the
 * login needs a second step, starts no session and returns the employee. A known and an unknown e-mail get
 * the same message after the same work. Throws Refusal 'invalid_credentials', 'too_many_logins',
 * 'too_many_requests' or 'overloaded'.
 */
export async function logIn(
  app: LoginDependencies,
  { email, password }: { email: string; password: string },
  request: LoginRequest,
): Promise<SignedIn | { needsFactor: { merchantId: string; employeeId: string } }> {
  const account = accountOf(email);
  const attempt = { email, ip: request.ip, isKnownDevice: false };
  // Counted before the password is checked: of concurrent guesses no more are hashed than may fail.
  let counts: CallCount[] = [];
  let isPastThreshold = false;
  const onPastThreshold = () => {
    isPastThreshold = true;
  };
  const find = async () => {
    const login = await findLoginByEmail(app.tenancy, email);
    // A new password changes the generation, so that browsers that signed in with the old one are unknown.
    const isKnown = request.device?.generation === (login?.deviceGeneration ?? 0);
    const deviceId = isKnown ? request.device?.id : undefined;
    attempt.isKnownDevice = deviceId !== undefined;
    const asked = loginCounts(account, { ip: request.ip, deviceId, onPastThreshold });
    const excess = await app.limiter.hitAll(asked);
    if (!excess) {
      counts = asked;
      return login;
    }
    recordFailedLogin(app, attempt, 'limited');
    if (FROM_EVERYWHERE.includes(excess.rule)) warnOfTriedAccount(app, account, email);
    throw new Refusal('too_many_logins', { retryAfterSeconds: excess.retryAfterSeconds });
  };
  // Only wrong passwords count, so a failure of the database is taken back.
  const takeBack = () =>
    app.limiter
      .takeBack(counts)
      .catch((err: unknown) => app.log.warn({ err }, 'a login that was no failure stays counted'));
  const login = await app.passwords.matching(find, password, request).catch(async (error: unknown) => {
    if (counts.length > 0) await takeBack();
    throw error;
  });
  if (!login) {
    recordFailedLogin(app, attempt, 'wrong');
    if (isPastThreshold) warnOfTriedAccount(app, account, email);
    throw new Refusal('invalid_credentials');
  }
  await takeBack();
  await limitSubject(app.limiter, LOGINS_PER_ACCOUNT, account);
  const { merchantId, employeeId, deviceGeneration } = login;
  if (login.hasFactor) return { needsFactor: { merchantId, employeeId } };
  const token = await app.sessions.create({ merchantId, employeeId }, request);
  return { token, deviceGeneration, isNewDevice: !attempt.isKnownDevice };
}

/** Rules whose excess means that the account itself is attacked; only these send the warning. */
const FROM_EVERYWHERE: readonly RateLimit[] = [
  LOGINS_OF_ACCOUNT.perAddress,
  LOGINS_OF_ACCOUNT.everybody,
  LOGIN_PER_KNOWN_DEVICES,
];

/**
 * The key of an account's limits. The e-mail is hashed, because counts are stored in Redis and in the
 * database.
 */
export const accountOf = (email: string): string => sha256(email).toString('base64url');

/** The limits of one login. E-mails without an account count too, or the limit would reveal which exist. */
export function loginCounts(
  account: string,
  { ip, deviceId, ...more }: { ip: string; deviceId: string | undefined; onPastThreshold?: () => void },
): CallCount[] {
  if (deviceId !== undefined) {
    return [
      perSubject(LOGIN_PER_DEVICE, `${account}@${deviceId}`),
      perSubject(LOGIN_PER_KNOWN_DEVICES, account),
    ];
  }
  return [
    ...perAddress(LOGIN_PER_ADDRESS, ip),
    ...perAddress(LOGIN_PER_ACCOUNT_AND_NETWORK, ip, { of: account }),
    ...sharedCounts(LOGINS_OF_ACCOUNT, { ip, of: account, ...more }),
  ];
}

/**
 * Enqueues the warning. A job looks the e-mail up after the answer was sent, so that the response time does
 * not reveal whether it is known.
 */
function warnOfTriedAccount(
  { limiter, log, mail, tenancy }: Pick<App, 'limiter' | 'log' | 'mail' | 'tenancy'>,
  account: string,
  email: string,
): void {
  if (!mail) return;
  const warn = async () => {
    if ((await limiter.hit(LOGIN_WARNINGS_PER_ACCOUNT, account)) !== undefined) return;
    await enqueueJob({ query: tenancy.withoutTenant }, 'warn-of-tried-account', { email });
  };
  warn().catch((err: unknown) => log.warn({ err }, 'an employee was not warned that their account is tried'));
}
