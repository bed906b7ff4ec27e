import { otherSpelling, spellingsOf } from 'domain/doubt-phone';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { enqueueContactErasures } from '../integrations/erase-contact.ts';
import { emailOf } from '../integrations/provider.ts';
import { openAccount } from '../ledger/account.ts';
import { newId } from '../lib/id.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  announceErasure,
  type ErasureBasis,
  emptyBalance,
  eraseTraces,
  type FamilyRow,
  findErasure,
  findOthersContacts,
  insertErasure,
  lockFamily,
} from './erasures.sql.ts';
import { enqueueSweep } from './sweep-erasures.ts';

export interface CustomerErasure {
  erasureId: string;
  /** The record that was erased, with all that were merged into it. */
  customerId: string;
  /** The balance that was given up, maturing credit included. */
  forfeitedCents: number;
}

/** Who asked for it, and why it is done. */
interface ErasureRequest {
  customerId: string;
  basis: ErasureBasis;
  /** Null: the customer, a job or a restored backup. */
  staff: StaffSession | null;
  request: { ip: string; userAgent?: string | undefined } | null;
  /** Typed to confirm; undefined where something else proves which customer is meant. */
  phone?: string | undefined;
  /** Throws, under the customer's lock, where the reason of the erasure has gone. */
  assertDue?: ((tx: TenantTransaction) => Promise<void>) | undefined;
}

/**
 * Erases a customer at one merchant: gives up the balance, ends codes that wait, and takes the person out of
 * every row that is found by the record's id. A job sweeps texts for the rest, webhooks and providers are
 * told. Purchases, redemptions and the ledger keep their amounts, under an id without a person; a new
 * purchase of the same phone makes a new customer. An erased record is answered as it was the first time.
 * Throws Refusal 'customer_not_found' or 'phone_differs'.
 */
export async function eraseCustomer(
  { tenancy, deliveryRules }: Pick<App, 'tenancy' | 'deliveryRules'>,
  { merchantId, ...erasure }: ErasureRequest & { merchantId: string },
): Promise<CustomerErasure> {
  return await tenancy.withTenant(merchantId, (tx) => eraseCustomerIn(tx, deliveryRules, erasure));
}

/** The same in the caller's transaction. */
export async function eraseCustomerIn(
  tx: TenantTransaction,
  deliveryRules: App['deliveryRules'],
  { customerId, basis, staff, request, phone, assertDue }: ErasureRequest,
): Promise<CustomerErasure> {
  const family = await lockWholeFamily(tx, customerId);
  const living = family.find((record) => record.phone !== null);
  const account = living && (await openAccount(tx, living.id));
  if (!account) return await repeatedErasure(tx, customerId);
  const isTheirs = phone === undefined || phone === living.phone || otherSpelling(phone) === living.phone;
  if (!isTheirs) throw new Refusal('phone_differs');
  await assertDue?.(tx);
  const id = newId(account.at.getTime());
  const employeeId = staff?.employeeId ?? null;
  const cause = { kind: 'forfeit', sourceId: id, employeeId, reason: null } as const;
  const forfeitedCents = await account.take(account.balanceCents(), cause);
  await emptyBalance(tx, living.id, account.at);
  const customerIds = family.map((record) => record.id);
  await eraseTraces(tx, customerIds, account.at);
  const { phones, emails, names } = tracesOf(family);
  const spellings = phones.flatMap(spellingsOf);
  const others = await findOthersContacts(tx, { phones: spellings, emails });
  const sought = [...[...spellings, ...emails].filter((contact) => !others.includes(contact)), ...names];
  await insertErasure(tx, {
    id,
    customerId: living.id,
    at: account.at,
    customerIds,
    basis,
    requestedBy: employeeId,
    forfeitedCents,
    sought,
  });
  await announceErasure(tx, customerIds, account.at);
  // Also the contacts made from a phone before there was an e-mail.
  const addresses = [...emails, ...phones.map((each) => emailOf({ email: null, phone: each }))];
  const contacts = { subjectId: id, customerId: living.id, occurredAt: account.at, addresses };
  await enqueueContactErasures(tx, contacts, deliveryRules);
  await recordAudit(tx, {
    action: basis === 'request' && !staff ? 'my_data.erase' : 'customer.erase',
    entity: 'customer',
    entityId: living.id,
    actor: staff,
    request,
    details: { forfeitedCents },
  });
  await enqueueSweep(tx, deliveryRules.eraseDelayMs, basis === 'request');
  return { erasureId: id, customerId: living.id, forfeitedCents };
}

/** A merge that committed while this waited for a lock may have added a record or moved this one. */
async function lockWholeFamily(tx: TenantTransaction, customerId: string): Promise<FamilyRow[]> {
  for (;;) {
    const before = await lockFamily(tx, customerId);
    const family = await lockFamily(tx, customerId);
    if (family.every(({ id }) => before.some((record) => record.id === id))) return family;
  }
}

async function repeatedErasure(tx: TenantTransaction, customerId: string): Promise<CustomerErasure> {
  const erasure = await findErasure(tx, customerId);
  if (!erasure) throw new Refusal('customer_not_found');
  return {
    erasureId: erasure.id,
    customerId: erasure.customer_id,
    forfeitedCents: erasure.forfeited_cents,
  };
}

/** What texts may mention the person by. One word alone is many people's name. */
function tracesOf(family: FamilyRow[]): { phones: string[]; emails: string[]; names: string[] } {
  const present = (values: (string | null)[]) => [...new Set(values.flatMap((value) => value || []))];
  return {
    phones: present(family.flatMap(({ phone, former_phone }) => [phone, former_phone])),
    emails: present(family.map(({ email }) => email)),
    names: present(family.flatMap(({ name, signup_name }) => [name, signup_name])).filter((name) =>
      /\S\s+\S/.test(name),
    ),
  };
}
