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
import { doubtOf } from './purchase-doubts.ts';

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
 * Throws Refusal 'own_phone', 'operation_conflict' or 'operation_in_flight'; with `isChecked` false also
 * 'purchase_repeated' or 'purchase_unusual', after which the same request id can be used for the answer.
 */
export async function issueCashback(
  { tenancy, rollups, tokens, env }: IssueDependencies,
  staff: ActingEmployee,
  caller: { ip: string; userAgent?: string | undefined },
  input: {
    operationId: string;
    phone: string;
    amountCents: number;
    name?: string | undefined;
    isChecked?: boolean | undefined;
  },
): Promise<IssuedCashback> {
  const { operationId, phone, amountCents } = input;
  // Neither the name nor the answer makes it another purchase: a retry may come without them.
  const request = { operationId, phone, amountCents };
  let token: string | undefined;
  const stored = await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(tx, { requestId: operationId, procedure: 'cashback.issue', request }, async () => {
      const now = tx.now;
      const merchant = await getIssuingMerchant(tx, staff.employeeId, phone);
      if (merchant.is_own_phone) throw new Refusal('own_phone');
      const transactionId = newId(now.getTime());
      const credit = cashbackCents(amountCents, merchant.rate_basis_points);
      token = tokens.tokenFor('CASHBACK', tx.merchantId, transactionId);
      const expiresAt = new Date(now.getTime() + CASHBACK_TOKEN_TTL_SECONDS * 1_000);
      const customerId = await upsertBuyingCustomer(tx, {
        newId: newId(now.getTime()),
        phone,
        name: input.name,
        amountCents,
        now,
      });
      const doubts = await insertPurchase(tx, {
        id: transactionId,
        customerId,
        employeeId: staff.employeeId,
        amountCents,
        cashbackCents: credit,
        rateBasisPoints: merchant.rate_basis_points,
        tokenHash: sha256(token),
        tokenExpiresAt: expiresAt,
        createdAt: now,
        isDoubted: input.isChecked === false,
      });
      const doubt = doubtOf(doubts, amountCents, now);
      if (doubt) throw doubt;
      await recordAudit(tx, {
        action: 'cashback.issue',
        entity: 'transaction',
        entityId: transactionId,
        actor: staff,
        request: caller,
        details: { amountCents, cashbackCents: credit },
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
    phone,
    amountCents,
  };
}
