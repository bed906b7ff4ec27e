import type { ConsentChannel, ConsentSource, Consents } from 'domain/consents';
import { consentsOf } from '../consents/latest-answer.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Rows that an attempt reads: the endpoint and the event's subject. */

export interface SendingEndpointRow {
  url: string;
  is_active: boolean;
  is_removed: boolean;
  /** By the database's clock, which every process shares. */
  now: Date;
}

export async function findSendingEndpoint(
  tx: TenantTransaction,
  id: string,
): Promise<SendingEndpointRow | undefined> {
  const [row] = await tx.query<SendingEndpointRow>(
    {
      name: 'find_sending_webhook_endpoint',
      text: `SELECT url, is_active, removed_at IS NOT NULL AS is_removed, clock_timestamp() AS now
             FROM webhook_endpoints WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/**
 * @returns the body that the delivery has: the given one, unless an attempt stored another before; undefined
 *   if the delivery has ended meanwhile, as its customer was erased
 */
export async function storeBody(
  tx: TenantTransaction,
  deliveryId: string,
  body: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ body: string }>(
    {
      name: 'store_webhook_body',
      text: `UPDATE deliveries SET body = coalesce(body, $3)
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' RETURNING body`,
    },
    [tx.merchantId, deliveryId, body],
  );
  return row?.body;
}

/** The event's customer. A record that was merged into another has the other's phone. */
interface SubjectRow {
  id: string;
  customer_id: string;
  phone: string | null;
  created_at: Date;
}

const CUSTOMER = `JOIN customers c ON c.merchant_id = $1 AND c.id = s.customer_id
  LEFT JOIN customers m ON m.merchant_id = $1 AND m.id = c.merged_into_id`;
const SUBJECT = 's.id, s.customer_id, coalesce(m.phone, c.phone) AS phone, s.created_at';

export interface PurchaseRow extends SubjectRow {
  amount_cents: number;
  cashback_cents: number;
  rate_basis_points: number;
  token_expires_at: Date;
  qr_scanned_at: Date | null;
}

export async function getPurchase(tx: TenantTransaction, id: string): Promise<PurchaseRow> {
  return one(
    await tx.query<PurchaseRow>(
      {
        name: 'get_webhook_purchase',
        text: `SELECT ${SUBJECT}, s.amount_cents, s.cashback_cents, s.rate_basis_points, s.token_expires_at, s.qr_scanned_at
               FROM transactions s ${CUSTOMER} WHERE s.merchant_id = $1 AND s.id = $2`,
      },
      [tx.merchantId, id],
    ),
  );
}

export interface RedemptionRow extends SubjectRow {
  amount_cents: number;
  purchase_amount_cents: number | null;
  token_expires_at: Date;
  completed_at: Date | null;
}

export async function getRedemption(tx: TenantTransaction, id: string): Promise<RedemptionRow> {
  return one(
    await tx.query<RedemptionRow>(
      {
        name: 'get_webhook_redemption',
        text: `SELECT ${SUBJECT}, s.amount_cents, s.purchase_amount_cents, s.token_expires_at, s.completed_at
               FROM redemptions s ${CUSTOMER} WHERE s.merchant_id = $1 AND s.id = $2`,
      },
      [tx.merchantId, id],
    ),
  );
}

export interface PurchaseReversalRow extends SubjectRow {
  transaction_id: string;
  amount_cents: number;
  cashback_cents: number;
  reason: string;
}

export async function getPurchaseReversal(tx: TenantTransaction, id: string): Promise<PurchaseReversalRow> {
  return one(
    await tx.query<PurchaseReversalRow>(
      {
        name: 'get_webhook_purchase_reversal',
        text: `SELECT ${SUBJECT}, s.transaction_id, s.amount_cents, s.cashback_cents, s.reason
               FROM purchase_reversals s ${CUSTOMER} WHERE s.merchant_id = $1 AND s.id = $2`,
      },
      [tx.merchantId, id],
    ),
  );
}

export interface RedemptionReversalRow extends SubjectRow {
  redemption_id: string;
  amount_cents: number;
  expired_cents: number;
  reason: string;
}

export async function getRedemptionReversal(
  tx: TenantTransaction,
  id: string,
): Promise<RedemptionReversalRow> {
  return one(
    await tx.query<RedemptionReversalRow>(
      {
        name: 'get_webhook_redemption_reversal',
        text: `SELECT ${SUBJECT}, s.redemption_id, s.amount_cents, s.expired_cents, s.reason
               FROM redemption_reversals s ${CUSTOMER} WHERE s.merchant_id = $1 AND s.id = $2`,
      },
      [tx.merchantId, id],
    ),
  );
}

export interface CustomerRow {
  id: string;
  phone: string | null;
  name: string | null;
  email: string | null;
  created_at: Date;
  consents: Consents;
}

export async function getCustomer(tx: TenantTransaction, id: string): Promise<CustomerRow> {
  return one(
    await tx.query<CustomerRow>(
      {
        name: 'get_webhook_customer',
        text: `SELECT c.id, r.phone, c.name, c.email, c.created_at, ${consentsOf('r')} AS consents
               FROM customers c JOIN customers r ON r.merchant_id = $1 AND r.id = coalesce(c.merged_into_id, c.id)
               WHERE c.merchant_id = $1 AND c.id = $2`,
      },
      [tx.merchantId, id],
    ),
  );
}

export interface ConsentRow extends SubjectRow {
  channel: ConsentChannel;
  is_given: boolean;
  source: ConsentSource;
  consents: Consents;
}

export async function getConsent(tx: TenantTransaction, id: string): Promise<ConsentRow> {
  return one(
    await tx.query<ConsentRow>(
      {
        name: 'get_webhook_consent',
        text: `SELECT ${SUBJECT}, s.channel, s.is_given, s.source, ${consentsOf('c')} AS consents
               FROM consents s ${CUSTOMER} WHERE s.merchant_id = $1 AND s.id = $2`,
      },
      [tx.merchantId, id],
    ),
  );
}

/** Subjects of events are never deleted. */
function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the subject of an event has no row');
  return row;
}
