import { PING_EVENT, type WebhookEvent } from 'domain/webhooks';
import type { Delivery } from '../deliveries/delivery.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  getConsent,
  getCustomer,
  getPurchase,
  getPurchaseReversal,
  getRedemption,
  getRedemptionReversal,
  type PurchaseRow,
  type RedemptionRow,
} from './webhook-sending.sql.ts';

/** The data of each event. Amounts are centavos, moments ISO 8601; it never holds a token or a link. */
const DATA: Record<WebhookEvent | typeof PING_EVENT, (tx: TenantTransaction, id: string) => Promise<object>> =
  {
    'cashback.issued': async (tx, id) => {
      const row = await getPurchase(tx, id);
      return { ...purchase(row), expiresAt: row.token_expires_at };
    },
    'cashback.confirmed': async (tx, id) => {
      const row = await getPurchase(tx, id);
      return { ...purchase(row), confirmedAt: row.qr_scanned_at };
    },
    'redemption.created': async (tx, id) => {
      const row = await getRedemption(tx, id);
      return { ...redemption(row), expiresAt: row.token_expires_at };
    },
    'redemption.confirmed': async (tx, id) => {
      const row = await getRedemption(tx, id);
      return { ...redemption(row), confirmedAt: row.completed_at };
    },
    'purchase.reversed': async (tx, id) => {
      const row = await getPurchaseReversal(tx, id);
      return {
        ...about(row),
        purchaseId: row.transaction_id,
        amountCents: row.amount_cents,
        cashbackCents: row.cashback_cents,
        reason: row.reason,
        createdAt: row.created_at,
      };
    },
    'redemption.reversed': async (tx, id) => {
      const row = await getRedemptionReversal(tx, id);
      return {
        ...about(row),
        redemptionId: row.redemption_id,
        amountCents: row.amount_cents,
        expiredCents: row.expired_cents,
        reason: row.reason,
        createdAt: row.created_at,
      };
    },
    'customer.created': async (tx, id) => {
      const { created_at, ...row } = await getCustomer(tx, id);
      return { ...row, createdAt: created_at };
    },
    'customer.consent_changed': async (tx, id) => {
      const row = await getConsent(tx, id);
      return {
        ...about(row),
        channel: row.channel,
        isGiven: row.is_given,
        source: row.source,
        createdAt: row.created_at,
        consents: row.consents,
      };
    },
    // Nothing but the id: whoever kept the customer's data finds it by that.
    'customer.erased': async (_tx, id) => ({ customerId: id }),
    [PING_EVENT]: async (_tx, id) => ({ endpointId: id }),
  };

/** The body of an event, made from its subject's row. */
export async function makeWebhookBody(
  tx: TenantTransaction,
  { event, subjectId, occurredAt }: Pick<Delivery, 'event' | 'subjectId' | 'occurredAt'>,
): Promise<string> {
  if (!Object.hasOwn(DATA, event)) throw new Error(`no webhook knows the event ${event}`);
  const data = await DATA[event as WebhookEvent](tx, subjectId);
  return JSON.stringify({ type: event, timestamp: occurredAt, data });
}

const about = (row: { id: string; customer_id: string; phone: string | null }) => ({
  id: row.id,
  customerId: row.customer_id,
  phone: row.phone,
});

const purchase = (row: PurchaseRow) => ({
  ...about(row),
  amountCents: row.amount_cents,
  cashbackCents: row.cashback_cents,
  rateBasisPoints: row.rate_basis_points,
  createdAt: row.created_at,
});

const redemption = (row: RedemptionRow) => ({
  ...about(row),
  amountCents: row.amount_cents,
  purchaseAmountCents: row.purchase_amount_cents,
  createdAt: row.created_at,
});
