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
}

/** Creates the merchant at once. Throws Refusal 'email_taken', 'common_password' or 'overloaded'. */
export async function signUpMerchant(
  app: Pick<App, 'passwords' | 'tenancy'>,
  { password, ...signup }: MerchantSignup,
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ merchantId: string; email: string; slug: string }> {
  const passwordHash = await app.passwords.hash(password);
  const merchantId = newId();
  const { slug } = await createMerchant(app, { ...signup, merchantId, passwordHash }, request);
  return { merchantId, email: signup.email, slug };
}
