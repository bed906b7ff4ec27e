import { isAppCode } from 'domain/factor-codes';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type CallCount, perAddress, perSubject } from '../lib/rate-limit.ts';
import { sha256 } from '../lib/tokens.ts';
import {
  CODES_PER_ACCOUNT,
  CODES_PER_DEVICE,
  CODES_PER_KNOWN_DEVICES,
  LOGIN_PER_ADDRESS,
} from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  deleteHalfOpenLogin,
  findHalfOpenLogin,
  findHalfOpenLoginByHash,
  type HalfOpenLoginRow,
  spendTry,
} from './half-open-logins.sql.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';
import type { KnownDevice } from './known-device.ts';
import { accountOf, type LoginRequest, type SignedIn } from './log-in.ts';
import { takeCode } from './take-code.ts';

export interface FinishRequest {
  ip: string;
  userAgent?: string | undefined;
  browser?: LoginRequest['browser'];
  deviceOf(email: string): KnownDevice | undefined;
}

/**
 * The second step of a login: a code of the app or a recovery code starts the session. Each call spends one
 * of the login's tries, whatever becomes of it. Throws Refusal 'half_open_login_over', 'wrong_factor_code' or
 * 'too_many_codes'.
 */
export async function finishLogin(
  app: Pick<App, 'keyEncryptionKeys' | 'limiter' | 'log' | 'mail' | 'sessions' | 'tenancy' | 'tokens'>,
  { token, code }: { token: string; code: string },
  request: FinishRequest,
): Promise<SignedIn & { email: string }> {
  const known = await findHalfOpenLoginByHash(app.tenancy, sha256(token));
  if (!known) throw new Refusal('half_open_login_over');
  const { merchantId, id } = known;
  const login = await app.tenancy.withTenant(merchantId, (tx) => findHalfOpenLogin(tx, id));
  if (!login) throw new Refusal('half_open_login_over');
  const { email, employeeId, deviceGeneration } = login;
  const device = request.deviceOf(email);
  const deviceId = device?.generation === deviceGeneration ? device.id : undefined;
  const counts = codeCounts(code, { account: accountOf(email), ip: request.ip, deviceId });
  // Counted before the code is checked: of concurrent guesses no more are checked than may fail.
  await limitCalls(app.limiter, counts, 'too_many_codes');
  const takeBack = () =>
    app.limiter
      .takeBack(counts)
      .catch((err: unknown) => app.log.warn({ err }, 'a code that was not wrong stays counted'));
  // A wrong code is no error inside: the try that it spent has to be committed.
  const outcome = await app.tenancy
    .withTenant(merchantId, (tx) => checkTry(app, tx, { id, login, code, request }))
    .catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
  if (outcome === 'over') throw new Refusal('half_open_login_over');
  if (outcome === 'wrong') throw new Refusal('wrong_factor_code');
  await takeBack();
  const sessionToken = await app.sessions.create({ merchantId, employeeId }, request);
  return { token: sessionToken, deviceGeneration, isNewDevice: deviceId === undefined, email };
}

/** Recovery codes cannot be guessed: they count for the address only, so that they always get through. */
function codeCounts(
  code: string,
  { account, ip, deviceId }: { account: string; ip: string; deviceId: string | undefined },
): CallCount[] {
  if (!isAppCode(code)) return perAddress(LOGIN_PER_ADDRESS, ip);
  if (deviceId !== undefined) {
    return [
      perSubject(CODES_PER_DEVICE, `${account}@${deviceId}`),
      perSubject(CODES_PER_KNOWN_DEVICES, account),
    ];
  }
  return [...perAddress(LOGIN_PER_ADDRESS, ip), perSubject(CODES_PER_ACCOUNT, account)];
}

async function checkTry(
  app: Pick<App, 'keyEncryptionKeys' | 'mail' | 'tokens'>,
  tx: TenantTransaction,
  { id, login, code, request }: { id: string; login: HalfOpenLoginRow; code: string; request: FinishRequest },
): Promise<'right' | 'wrong' | 'over'> {
  const { employeeId, email } = login;
  const triesLeft = await spendTry(tx, id);
  if (triesLeft === undefined) return 'over';
  if (!(await takeCode(app, tx, { employeeId, email, code, request }))) {
    if (triesLeft === 0)
      await issueSecurityNotice(app, tx, { kind: 'factor_tried', employeeId, email, request });
    return 'wrong';
  }
  await deleteHalfOpenLogin(tx, id);
  return 'right';
}
