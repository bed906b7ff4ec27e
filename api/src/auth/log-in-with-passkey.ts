import { randomBytes } from 'node:crypto';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { perAddress } from '../lib/rate-limit.ts';
import { sha256 } from '../lib/tokens.ts';
import { LOGIN_PER_ADDRESS, LOGINS_PER_ACCOUNT } from '../limits/call-limits.ts';
import { limitCalls, limitSubject } from '../limits/limit-calls.ts';
import type { FinishRequest } from './finish-login.ts';
import {
  deleteHalfOpenLogin,
  findHalfOpenLogin,
  findHalfOpenLoginByHash,
  type HalfOpenLoginRow,
} from './half-open-logins.sql.ts';
import { accountOf, type SignedIn } from './log-in.ts';
import { makePasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.ts';
import { findPasskeyByCredential, type LoginPasskeyRow, listPasskeys } from './passkeys.sql.ts';
import { takeSignature } from './take-signature.ts';
import { employeeIdOf, requestOptions, type SignedAnswer, siteOf } from './web-authn.ts';

/**
 * What a browser needs to sign in with a passkey, and the token that `logInWithPasskey` takes with its
 * answer. After a right password that is the half-open login's, and the passkeys are the employee's. Throws
 * Refusal 'half_open_login_over'.
 */
export async function startPasskeyLogin(
  app: Pick<App, 'env' | 'tenancy'>,
  { halfOpenToken }: { halfOpenToken?: string | undefined },
) {
  const login = halfOpenToken === undefined ? undefined : await openHalfOpenLogin(app, halfOpenToken);
  if (halfOpenToken !== undefined && !login) throw new Refusal('half_open_login_over');
  const token = halfOpenToken ?? randomBytes(32).toString('base64url');
  const challenge = await makePasskeyChallenge(app, { ceremony: 'login', secret: token });
  const allowed = login
    ? await app.tenancy.withTenant(login.merchantId, (tx) => listPasskeys(tx, login.employeeId))
    : [];
  return { token, options: requestOptions(siteOf(app.env), challenge, allowed) };
}

type OpenHalfOpenLogin = HalfOpenLoginRow & { merchantId: string; id: string };

/** Undefined where no such login waits. */
async function openHalfOpenLogin(
  { tenancy }: Pick<App, 'tenancy'>,
  token: string,
): Promise<OpenHalfOpenLogin | undefined> {
  const known = await findHalfOpenLoginByHash(tenancy, sha256(token));
  const login =
    known && (await tenancy.withTenant(known.merchantId, (tx) => findHalfOpenLogin(tx, known.id)));
  return login && { ...login, ...known };
}

type LoginAnswer = SignedAnswer & { token: string; userHandle?: string | undefined };

/**
 * Starts a session by a passkey's signature: the only step of a login, or the second one. An unknown passkey,
 * another merchant's, a deactivated employee's and a wrong signature get the same refusal,
 * 'passkey_refused'. Wrong answers alone count for the address, and a full address refuses no right one.
 * Throws it, or 'too_many_logins' or 'too_many_requests'.
 */
export async function logInWithPasskey(
  app: Pick<App, 'env' | 'limiter' | 'metrics' | 'sessions' | 'tenancy'>,
  answer: LoginAnswer,
  request: FinishRequest,
): Promise<SignedIn & { email: string }> {
  const login = await checkAnswer(app, answer);
  if (!login) {
    await limitCalls(app.limiter, perAddress(LOGIN_PER_ADDRESS, request.ip), 'too_many_logins');
    app.metrics?.countLoginFailure({ outcome: 'wrong', device: 'unknown' });
    throw new Refusal('passkey_refused');
  }
  const { merchantId, employeeId, email, deviceGeneration } = login;
  await limitSubject(app.limiter, LOGINS_PER_ACCOUNT, accountOf(email));
  const isNewDevice = request.deviceOf(email)?.generation !== deviceGeneration;
  const token = await app.sessions.create({ merchantId, employeeId }, request);
  return { token, deviceGeneration, isNewDevice, email };
}

/** Uses up the challenge and, if the answer is right, what waited for it. Undefined if it is not. */
async function checkAnswer(
  app: Pick<App, 'env' | 'tenancy'>,
  { token, userHandle, ...answer }: LoginAnswer,
): Promise<(LoginPasskeyRow & { merchantId: string }) | undefined> {
  const challenge = await takePasskeyChallenge(app, { ceremony: 'login', secret: token });
  if (challenge === undefined) return undefined;
  const waiting = await openHalfOpenLogin(app, token);
  const employeeId = waiting?.employeeId ?? (userHandle && employeeIdOf(userHandle));
  if (!employeeId) return undefined;
  const credentialId = Buffer.from(answer.credentialId, 'base64url');
  const known = await findPasskeyByCredential(app.tenancy, employeeId, credentialId);
  if (!known) return undefined;
  const { merchantId, id } = known;
  return await app.tenancy.withTenant(merchantId, async (tx) => {
    const passkey = await takeSignature(app, tx, { id, challenge, answer });
    if (passkey && waiting) await deleteHalfOpenLogin(tx, waiting.id);
    return passkey && { ...passkey, merchantId };
  });
}
