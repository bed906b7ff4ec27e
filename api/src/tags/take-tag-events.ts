import { RECEIPT_TTL_SECONDS } from 'domain/lifetimes';
import type { MovementEventName } from 'domain/tag-events';
import { Refusal } from '../errors.ts';
import { sha256 } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import { hashPhone } from './hash-phone.ts';
import {
  findTaggedPurchase,
  findTaggedRedemption,
  insertTagDeliveries,
  listTakenEvents,
  type TaggedMovement,
} from './tags.sql.ts';

export interface TakenTagEvents {
  /** Events in the order in which they took place, without those that another page took before. */
  events: {
    name: MovementEventName;
    /** The same for one event at every time, so that a receiver recognizes a repeat. */
    eventId: string;
    /** The remaining amount where a part was reversed. */
    amountCents: number;
    /** null for a redemption. */
    cashbackCents: number | null;
  }[];
  /** The hexadecimal SHA-256 of the E.164 number; empty where there is no event to tell it with. */
  customerPhone: string;
}

const TOKEN_SHAPE = /^(?<kind>CASHBACK|REDEMPTION)_[\w-]{27}$/;

/**
 * Hands out the events of the movement behind a QR code that the merchant's tags have not received yet, each
 * event to one page only. The same `takeId` gets the same events again. Throws Refusal 'invalid_token' for a
 * token that is unknown, expired, reversed before it was confirmed, or of another merchant than the host's.
 */
export async function takeTagEvents(
  { tenancy }: { tenancy: Tenancy },
  hostMerchantId: string | undefined,
  { token, takeId }: { token: string; takeId: string },
): Promise<TakenTagEvents> {
  const kind = TOKEN_SHAPE.exec(token)?.groups?.kind;
  if (kind === undefined || hostMerchantId === undefined) throw new Refusal('invalid_token');
  const find = kind === 'CASHBACK' ? findTaggedPurchase : findTaggedRedemption;
  return await tenancy.withTenant(hostMerchantId, async (tx) => {
    const movement = await find(tx, sha256(token));
    const due = movement && dueEvents(movement, tx.now);
    if (!due) throw new Refusal('invalid_token');
    // The tags were removed since the page was opened: no event is delivered, so none counts as sent.
    if (!movement.has_tags || due.length === 0) return { events: [], customerPhone: '' };
    await insertTagDeliveries(tx, { movement, events: due, takeId, takenAt: tx.now });
    const taken = await listTakenEvents(tx, movement.id, takeId);
    return {
      customerPhone: taken.length > 0 ? hashPhone(movement.phone) : '',
      events: due
        .filter((name) => taken.includes(name))
        .map((name) => ({
          name,
          eventId: `${name}-${movement.id}`,
          amountCents: movement.amount_cents,
          cashbackCents: movement.cashback_cents,
        })),
    };
  });
}

/** Lists the events that took place and still stand; undefined for a code that is no longer valid. */
function dueEvents(movement: TaggedMovement, now: Date): MovementEventName[] | undefined {
  const confirmedAt = movement.confirmed_at;
  if (!confirmedAt && (movement.is_reversed || movement.token_expires_at <= now)) return undefined;
  if (movement.is_reversed) return [];
  // From here on the link tells no phone, its hash included: all numbers are soon tried.
  if (confirmedAt && confirmedAt.getTime() + RECEIPT_TTL_SECONDS * 1_000 <= now.getTime()) return [];
  if (movement.kind === 'redemption') {
    return confirmedAt ? ['RedemptionGenerated', 'RedemptionCompleted'] : ['RedemptionGenerated'];
  }
  return confirmedAt
    ? ['CashbackGenerated', 'CashbackScanned', 'Purchase']
    : ['CashbackGenerated', 'Purchase'];
}
