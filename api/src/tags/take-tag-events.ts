import { RECEIPT_TTL_SECONDS } from 'domain/lifetimes';
import type { MovementEventName } from 'domain/tag-events';
import { Refusal } from '../errors.ts';
import { sha256 } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import { hashPhone } from './hash-phone.ts';
import {
  findTaggedRedemption,
  findTaggedSale,
  insertTagDeliveries,
  listTakenEvents,
  type TaggedOperation,
} from './tags.sql.ts';

export interface TakenTagEvents {
  /** In the order in which they took place; those that another page took before are not among them. */
  events: {
    name: MovementEventName;
    /** The same for the same event for ever: by it a receiver knows a repeat. */
    eventId: string;
    /** What is left of it where a part was reversed. */
    amountCents: number;
    /** null for a redemption. */
    cashbackCents: number | null;
  }[];
  /** The hexadecimal SHA-256 of the E.164 number; empty where there is no event to tell it with. */
  customerPhone: string;
}

const TOKEN_SHAPE = /^(?<kind>CASHBACK|REDEMPTION)_[\w-]{27}$/;

/**
 * Hands out what the shop's tags were not yet told of the operation behind a QR code, each event to one page only.
 * The same `takeId` gets the same events again. Throws Refusal 'invalid_token' for a token that is unknown, expired,
 * reversed before it was opened, or of another merchant than the host's.
 */
export async function takeTagEvents(
  { tenancy }: { tenancy: Tenancy },
  hostMerchantId: string | undefined,
  { token, takeId }: { token: string; takeId: string },
): Promise<TakenTagEvents> {
  const kind = TOKEN_SHAPE.exec(token)?.groups?.kind;
  if (kind === undefined || hostMerchantId === undefined) throw new Refusal('invalid_token');
  const find = kind === 'CASHBACK' ? findTaggedSale : findTaggedRedemption;
  return await tenancy.withTenant(hostMerchantId, async (tx) => {
    const operation = await find(tx, sha256(token));
    const due = operation && dueEvents(operation, tx.now);
    if (!due) throw new Refusal('invalid_token');
    // Taken off since the page was opened: nobody is told, so nothing counts as told.
    if (!operation.has_tags || due.length === 0) return { events: [], customerPhone: '' };
    await insertTagDeliveries(tx, { operation, events: due, takeId, takenAt: tx.now });
    const taken = await listTakenEvents(tx, operation.id, takeId);
    return {
      customerPhone: taken.length > 0 ? hashPhone(operation.phone) : '',
      events: due
        .filter((name) => taken.includes(name))
        .map((name) => ({
          name,
          eventId: `${name}-${operation.id}`,
          amountCents: operation.amount_cents,
          cashbackCents: operation.cashback_cents,
        })),
    };
  });
}

/** What has taken place and still stands; undefined for a code that is good for nothing any more. */
function dueEvents(operation: TaggedOperation, now: Date): MovementEventName[] | undefined {
  const openedAt = operation.opened_at;
  if (!openedAt && (operation.is_reversed || operation.token_expires_at <= now)) return undefined;
  if (operation.is_reversed) return [];
  // From here on the link tells nobody's phone any more, its hash included: all numbers are soon tried.
  if (openedAt && openedAt.getTime() + RECEIPT_TTL_SECONDS * 1_000 <= now.getTime()) return [];
  if (operation.kind === 'redemption') {
    return openedAt ? ['RedemptionGenerated', 'RedemptionCompleted'] : ['RedemptionGenerated'];
  }
  return openedAt ? ['CashbackGenerated', 'CashbackScanned', 'Purchase'] : ['CashbackGenerated', 'Purchase'];
}
