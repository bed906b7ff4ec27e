import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { updateSessionProof } from './auth.sql.ts';
import { makePasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.ts';
import { listPasskeys } from './passkeys.sql.ts';
import { takeSignatureOf } from './take-signature.ts';
import { requestOptions, type SignedAnswer, siteOf } from './web-authn.ts';

/** What a browser needs to prove by a passkey who is there. Throws Refusal 'no_passkey'. */
export async function startPasskeyProof(app: Pick<App, 'env' | 'tenancy'>, staff: StaffSession) {
  const allowed = await app.tenancy.withTenant(staff.merchantId, (tx) => listPasskeys(tx, staff.employeeId));
  if (allowed.length === 0) throw new Refusal('no_passkey');
  const challenge = await makePasskeyChallenge(app, { ceremony: 'prove', secret: staff.id });
  return requestOptions(siteOf(app.env), challenge, allowed);
}

/** As `proveSelf`, by the signature of one of the employee's passkeys. Throws Refusal 'wrong_passkey'. */
export async function proveByPasskey(
  app: Pick<App, 'env' | 'tenancy'>,
  staff: StaffSession,
  answer: SignedAnswer,
): Promise<void> {
  const challenge = await takePasskeyChallenge(app, { ceremony: 'prove', secret: staff.id });
  if (challenge === undefined) throw new Refusal('wrong_passkey');
  const { employeeId } = staff;
  await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    if (!(await takeSignatureOf(app, tx, { employeeId, challenge, answer })))
      throw new Refusal('wrong_passkey');
    await updateSessionProof(tx, staff.id);
  });
}
