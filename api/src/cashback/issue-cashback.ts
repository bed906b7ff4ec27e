import { CASHBACK_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { cashbackCents } from 'domain/money';
import type { ActingEmployee } from '../acting-employee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import { Refusal } from '../errors.ts';
import { runOnce } from '../ledger/run-once.ts';
import { newId } from '../lib/id.ts';
import { type QrTokens, sha256 } from '../lib/tokens.ts';
import type { RollupApplier } from '../rollups/rollup-applier.ts';
import type { Tenancy } from '../tenant.ts';
import { getIssuingMerchant, getTokenHash, insertPurchase, upsertBuyingCustomer } from './cashback.sql.ts';

interface IssueDependencies {
  tenancy: Tenancy;
  rollups: Pick<RollupApplier, 'wake'>;
  tokens: QrTokens;
  env: { publicOrigin: string };
}

export interface IssuedCashback {
  transactionId: string;
  /** The content of the QR code: the address of the customer's confirmation page. */
  link: string;
  phone: string;
  amountCents: number;
  cashbackCents: number;
  rateBasisPoints: number;
  /** ISO 8601; until when the code may be confirmed. */
  expiresAt: string;
}

/**
 * Records the purchase: it counts from now on. The customer is credited when the code is confirmed, not here.
 * Throws Refusal 'own_phone', 'operation_conflict' or 'operation_in_flight'.
 */
export async function issueCashback(
  { tenancy, rollups, tokens, env }: IssueDependencies,
  staff: ActingEmployee,
  request: { ip: string; userAgent?: string | undefined },
  input: { operationId: string; phone: string; amountCents: number },
): Promise<IssuedCashback> {
  let token: string | undefined;
  const stored = await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(tx, { requestId: input.operationId, procedure: 'cashback.issue', request: input }, async () => {
      const now = tx.now;
      const merchant = await getIssuingMerchant(tx, staff.employeeId, input.phone);
      if (merchant.is_own_phone) throw new Refusal('own_phone');
      const transactionId = newId(now.getTime());
      const credit = cashbackCents(input.amountCents, merchant.rate_basis_points);
      token = tokens.tokenFor('CASHBACK', tx.merchantId, transactionId);
      const expiresAt = new Date(now.getTime() + CASHBACK_TOKEN_TTL_SECONDS * 1_000);
      const customerId = await upsertBuyingCustomer(tx, {
        newId: newId(now.getTime()),
        phone: input.phone,
        amountCents: input.amountCents,
        now,
      });
      await insertPurchase(tx, {
        id: transactionId,
        customerId,
        employeeId: staff.employeeId,
        amountCents: input.amountCents,
        cashbackCents: credit,
        rateBasisPoints: merchant.rate_basis_points,
        tokenHash: sha256(token),
        tokenExpiresAt: expiresAt,
        createdAt: now,
      });
      await recordAudit(tx, {
        action: 'cashback.issue',
        entity: 'transaction',
        entityId: transactionId,
        actor: staff,
        request,
        details: { amountCents: input.amountCents, cashbackCents: credit },
      });
      return {
        transactionId,
        origin: canonicalOrigin(env.publicOrigin, merchant),
        cashbackCents: credit,
        rateBasisPoints: merchant.rate_basis_points,
        expiresAt: expiresAt.toISOString(),
      };
    }),
  );
  // A speed-up only: a trigger has recorded the purchase for the rollups.
  rollups.wake(staff.merchantId);
  const { origin, ...purchase } = stored;
  // A repeat: the secret may be another one by now.
  token ??= await tenancy.withTenant(staff.merchantId, async (tx) => {
    const hash = await getTokenHash(tx, purchase.transactionId);
    return tokens.tokenWithHash(hash, 'CASHBACK', tx.merchantId, purchase.transactionId);
  });
  return {
    ...purchase,
    link: `${origin}/customer/cashback/${token}`,
    phone: input.phone,
    amountCents: input.amountCents,
  };
}
