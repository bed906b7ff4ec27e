import type { ConsentChannel, ConsentSource } from 'domain/consents';
import { answerOfAddress, latestAnswer } from '../consents/latest-answer.ts';
import type { TenantTransaction } from '../tenant.ts';

/** The latest answers; null: never asked, or never answered. */
export type LatestAnswers = Record<ConsentChannel, boolean | null>;

export async function findLatestAnswers(tx: TenantTransaction, customerId: string): Promise<LatestAnswers> {
  const [row] = await tx.query<LatestAnswers>(
    {
      name: 'find_latest_consents',
      text: `SELECT ${latestAnswer('email', 'c')} AS email, ${latestAnswer('whatsapp', 'c')} AS whatsapp
             FROM customers c WHERE c.merchant_id = $1 AND c.id = $2`,
    },
    [tx.merchantId, customerId],
  );
  return row ?? { email: null, whatsapp: null };
}

/**
 * Whether the customer withdrew and no other record with the address consented later: what providers go by.
 */
export async function findWithdrawals(
  tx: TenantTransaction,
  customerId: string,
): Promise<Record<ConsentChannel, boolean>> {
  const [row] = await tx.query<Record<ConsentChannel, boolean>>(
    {
      name: 'find_withdrawals',
      text: `SELECT ${latestAnswer('email', 'c')} IS FALSE AND (${answerOfAddress('is_given')}) IS NOT TRUE AS email,
               ${latestAnswer('whatsapp', 'c')} IS FALSE AS whatsapp
             FROM customers c WHERE c.merchant_id = $1 AND c.id = $2`,
    },
    [tx.merchantId, customerId],
  );
  return row ?? { email: false, whatsapp: false };
}

export interface NewConsents {
  customerId: string;
  channels: readonly ConsentChannel[];
  isGiven: boolean;
  /** Of the sentence that the customer saw; null where none was shown. */
  textVersion: number | null;
  source: ConsentSource;
  /** Null: the customer. */
  employeeId: string | null;
  request: { ip: string; userAgent?: string | undefined };
}

/** Adds one answer for each channel. The caller has locked the customer's row. */
export async function insertConsents(tx: TenantTransaction, given: NewConsents): Promise<void> {
  if (given.channels.length === 0) return;
  await tx.query(
    {
      name: 'insert_consents',
      text: `INSERT INTO consents (merchant_id, id, customer_id, channel, is_given, text_version, source, employee_id, ip,
               user_agent, created_at)
             SELECT $1, gen_random_uuid(), $2, channel, $4, $5, $6, $7, $8, $9, $10
             FROM unnest($3::text[]) AS channel`,
    },
    [
      tx.merchantId,
      given.customerId,
      [...new Set(given.channels)],
      given.isGiven,
      given.textVersion,
      given.source,
      given.employeeId,
      given.request.ip,
      given.request.userAgent?.slice(0, 300) ?? null,
      tx.now,
    ],
  );
}

export async function repointConsents(
  tx: TenantTransaction,
  sourceId: string,
  targetId: string,
): Promise<void> {
  await tx.query(
    {
      name: 'repoint_consents',
      text: 'UPDATE consents SET customer_id = $3 WHERE merchant_id = $1 AND customer_id = $2',
    },
    [tx.merchantId, sourceId, targetId],
  );
}

export interface ConsentRow {
  id: string;
  channel: ConsentChannel;
  is_given: boolean;
  text_version: number | null;
  source: ConsentSource;
  employee_name: string | null;
  created_at: Date;
}

/** Newest first. */
export async function listConsents(
  tx: TenantTransaction,
  customerId: string,
  limit: number,
): Promise<ConsentRow[]> {
  return await tx.query<ConsentRow>(
    {
      name: 'list_consents',
      text: `SELECT n.id, n.channel, n.is_given, n.text_version, n.source, e.name AS employee_name, n.created_at
             FROM consents n LEFT JOIN employees e ON e.merchant_id = n.merchant_id AND e.id = n.employee_id
             WHERE n.merchant_id = $1 AND n.customer_id = $2 ORDER BY n.number DESC LIMIT $3`,
    },
    [tx.merchantId, customerId, limit],
  );
}
