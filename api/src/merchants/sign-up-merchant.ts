import type { Passwords } from '../auth/passwords.ts';
import { slugCandidates } from '../domains/slug-candidates.ts';
import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import { newId } from '../lib/id.ts';
import type { Tenancy } from '../tenant.ts';
import { insertMerchantWithOwner, insertSignupAudit } from './merchants.sql.ts';

export interface MerchantSignup {
  merchantName: string;
  merchantPhone: string;
  merchantAddress: string;
  ownerName: string;
  email: string;
  password: string;
}

/**
 * Makes the merchant, then its owner, in one transaction. Throws Refusal 'email_taken', 'common_password' or
 * 'overloaded'.
 */
export async function signUpMerchant(
  { tenancy, passwords, clock }: { tenancy: Tenancy; passwords: Passwords; clock: Clock },
  input: MerchantSignup,
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ merchantId: string; email: string; slug: string }> {
  const passwordHash = await passwords.hash(input.password);
  const merchantId = newId();
  const ownerId = newId();
  for (const slug of slugCandidates(input.merchantName, merchantId)) {
    try {
      await tenancy.withTenantPrisma(merchantId, async (tx) => {
        await insertMerchantWithOwner(
          tx,
          {
            name: input.merchantName,
            phone: input.merchantPhone,
            address: input.merchantAddress,
            email: input.email,
            programName: `${input.merchantName} - Cashback`,
            signupLinkSlug: slug,
            createdAt: clock.now(),
          },
          { id: ownerId, name: input.ownerName, email: input.email, passwordHash },
        );
        const userAgent = request.userAgent?.slice(0, 300) ?? null;
        await insertSignupAudit(tx, { employeeId: ownerId, ip: request.ip, userAgent });
      });
      return { merchantId, email: input.email, slug };
    } catch (error) {
      if (isUniqueViolation(error, 'email')) throw new Refusal('email_taken');
      if (!isUniqueViolation(error, 'signup_link_slug')) throw error;
    }
  }
  throw new Error('no free signup slug found');
}
