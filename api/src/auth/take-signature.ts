import type { App } from '../context.ts';
import type { TenantTransaction } from '../tenant.ts';
import { deleteFactorReset } from './factor-resets.sql.ts';
import { type LoginPasskeyRow, listPasskeys, lockLoginPasskey, updateUsedPasskey } from './passkeys.sql.ts';
import { checkSigned, type SignedAnswer, siteOf } from './web-authn.ts';

/** Uses the passkey, if the answer is its signature of this challenge and its employee may sign in. */
export async function takeSignature(
  { env }: Pick<App, 'env'>,
  tx: TenantTransaction,
  { id, challenge, answer }: { id: string; challenge: string; answer: SignedAnswer },
): Promise<LoginPasskeyRow | undefined> {
  const passkey = await lockLoginPasskey(tx, id);
  const used = passkey && (await checkSigned(siteOf(env), challenge, passkey, answer));
  if (!used) return undefined;
  await updateUsedPasskey(tx, id, used);
  // The second step is not lost, so this deletes a request to the platform to turn it off.
  await deleteFactorReset(tx, passkey.employeeId);
  return passkey;
}

/** As `takeSignature`, by whichever of the employee's passkeys the answer is of. */
export async function takeSignatureOf(
  app: Pick<App, 'env'>,
  tx: TenantTransaction,
  { employeeId, challenge, answer }: { employeeId: string; challenge: string; answer: SignedAnswer },
): Promise<LoginPasskeyRow | undefined> {
  const credentialId = Buffer.from(answer.credentialId, 'base64url');
  const own = await listPasskeys(tx, employeeId);
  const id = own.find((passkey) => passkey.credentialId.equals(credentialId))?.id;
  return id === undefined ? undefined : await takeSignature(app, tx, { id, challenge, answer });
}
