import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { findLatestAnswers, type LatestAnswers } from './consents.sql.ts';
import { findCustomerRecord } from './customer-record.sql.ts';

/** A record as its proved customer sees it. */
export interface OwnRecord {
  name: string | null;
  email: string | null;
  /** What an erasure gives up, maturing credit included. */
  balanceCents: number;
  consents: LatestAnswers;
}

/** Throws Refusal 'customer_not_found'. */
export async function readOwnRecord(tx: TenantTransaction, customerId: string): Promise<OwnRecord> {
  const record = await findCustomerRecord(tx, customerId, tx.now);
  if (!record) throw new Refusal('customer_not_found');
  const { name, email, cashback_balance_cents: balanceCents } = record;
  return { name, email, balanceCents, consents: await findLatestAnswers(tx, customerId) };
}
