import type { ReadText } from 'domain/terms-inputs';
import { assertNewPassword } from '../auth/assert-new-password.ts';
import type { App } from '../context.ts';
import { newId } from '../lib/id.ts';
import { createMerchant } from './create-merchant.ts';

export interface MerchantSignup {
  merchantName: string;
  merchantPhone: string;
  merchantAddress: string;
  ownerName: string;
  email: string;
  password: string;
  /** The platform's texts that the owner accepts. */
  texts: readonly ReadText[];
}

/**
 * Creates the merchant at once; its owner accepts the texts with it. Throws as `assertNewPassword`, and
 * Refusal 'email_taken' or 'overloaded'.
 */
export async function signUpMerchant(
  app: Pick<App, 'passwords' | 'tenancy'>,
  { password, texts, ...signup }: MerchantSignup,
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ merchantId: string; email: string; slug: string }> {
  await assertNewPassword(password, signup);
  const passwordHash = await app.passwords.hash(password, request);
  const merchantId = newId();
  const now = await app.tenancy.now();
  const acceptance = { texts, acceptedAt: now.toISOString(), ...request };
  const { slug } = await createMerchant(app, { ...signup, merchantId, passwordHash, acceptance }, request);
  return { merchantId, email: signup.email, slug };
}
