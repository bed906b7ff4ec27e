import type { TenantTransaction } from '../tenant.ts';
import * as sql from './proof.sql.ts';

/** What a known browser may do for its customer. */
export interface KnownCustomer {
  /** As the record has it. */
  phone: string;
  hasPin: boolean;
  isLasting: boolean;
  email: string | null;
  isEmailProof: boolean;
}

/** The phone as a customer's record has it, with its ninth digit or without; as given where there is none. */
export const findRecordedPhone = sql.findRecordedPhone;

/** The customer with this phone in either spelling, if one of the devices is known as theirs. */
export async function findKnownCustomer(
  tx: TenantTransaction,
  phone: string,
  deviceIds: readonly string[],
): Promise<KnownCustomer | undefined> {
  const recorded = await findRecordedPhone(tx, phone);
  const row = await sql.findProvedCustomer(tx, { merchantId: tx.merchantId, phone: recorded }, deviceIds);
  return (
    row && {
      phone: recorded,
      hasPin: row.has_pin,
      isLasting: row.is_lasting,
      email: row.email,
      isEmailProof: row.email_is_proof,
    }
  );
}

/** Forgets the customer's PIN, known devices and waiting code, and that the e-mail was proved. */
export async function forgetProofs(tx: TenantTransaction, customerId: string): Promise<void> {
  await sql.deleteProofs(tx, customerId);
  await sql.doubtEmail(tx, customerId);
}

/** The devices of a merged record go on as the target's. */
export async function moveProofs(tx: TenantTransaction, sourceId: string, targetId: string): Promise<void> {
  await sql.joinProofs(tx, sourceId, targetId);
}
