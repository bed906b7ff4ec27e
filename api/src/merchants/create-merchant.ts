import { recordAudit } from '../audit/record-audit.ts';
import { claimEmail } from '../auth/claim-email.ts';
import { slugCandidates } from '../domains/slug-candidates.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import { newId } from '../lib/id.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { insertMerchant, insertOwner, type NewMerchant } from './merchants.sql.ts';

type Request = { ip: string; userAgent?: string | undefined };
/** What is done in the same transaction, first. */
type Before = (tx: TenantTransaction) => Promise<void>;
/** As the process shares it: `auth` completes a sign-up by it and lies below merchants. */
export type CreateMerchant = (
  merchant: NewMerchant,
  request: Request,
  before?: Before,
) => Promise<{ slug: string }>;

/**
 * Makes the merchant, then its owner, in one transaction with what is done `before`, under the first slug
 * that is free now. Throws Refusal 'email_taken'.
 */
export async function createMerchant(
  { tenancy }: { tenancy: Pick<Tenancy, 'withTenant'> },
  merchant: NewMerchant,
  request: Request,
  before?: Before,
): Promise<{ slug: string }> {
  const ownerId = newId();
  for (const slug of slugCandidates(merchant.merchantName, merchant.merchantId)) {
    try {
      await claimEmail(() =>
        tenancy.withTenant(merchant.merchantId, async (tx) => {
          await before?.(tx);
          await insertMerchant(tx, { ...merchant, slug, createdAt: tx.now });
          await insertOwner(tx, { ...merchant, ownerId, createdAt: tx.now });
          await recordAudit(tx, {
            action: 'merchant.signup',
            entity: 'merchant',
            entityId: merchant.merchantId,
            actor: { employeeId: ownerId },
            request,
          });
        }),
      );
      return { slug };
    } catch (error) {
      if (!isUniqueViolation(error, 'signup_link_slug')) throw error;
    }
  }
  throw new Error('no free signup slug found');
}
