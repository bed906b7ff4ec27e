import { recordAudit } from '../audit/record-audit.ts';
import { claimEmail } from '../auth/claim-email.ts';
import { slugCandidates } from '../domains/slug-candidates.ts';
import { recordAcceptance } from '../legal/record-acceptance.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import { newId } from '../lib/id.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { insertMerchant, insertOwner, type NewMerchant } from './merchants.sql.ts';

type Request = { ip: string; userAgent?: string | undefined };
/** Runs first in the same transaction. */
type Before = (tx: TenantTransaction) => Promise<void>;
/** The function shared through App: `auth` completes sign-ups with it, but may not import merchants. */
export type CreateMerchant = (
  merchant: NewMerchant,
  request: Request,
  before?: Before,
) => Promise<{ slug: string }>;

/**
 * Creates the merchant and its owner in one transaction with `before`, under the first free slug. Throws
 * Refusal 'email_taken'.
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
          if (merchant.acceptance) await recordAcceptance(tx, ownerId, merchant.acceptance);
        }),
      );
      return { slug };
    } catch (error) {
      if (!isUniqueViolation(error, 'signup_link_slug')) throw error;
    }
  }
  throw new Error('no free signup slug found');
}
