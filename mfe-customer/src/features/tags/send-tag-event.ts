import type { PageTags } from 'domain/page-context';
import { TAG_EVENTS, type TagEventName } from 'domain/tag-events';
import { pushToDataLayer } from './google-tag-manager.ts';
import { track } from './meta-pixel.ts';

/** An event's fields; each only where the event has it. Never a phone number, a person's name or a token. */
export interface EventFields {
  merchantId: string;
  merchantName?: string;
  amount?: number;
  cashbackAmount?: number;
  /** The SHA-256 that the server made of the number. */
  customerPhone?: string;
  customerId?: string;
  signup_source?: 'merchant_link';
  screen?: string;
}

/**
 * Reais with decimals, as tags want them. The only place where centavos become a fraction: the nearest double
 * to it, which is written with exactly these two decimals again.
 */
export function inReais(cents: number): number {
  return cents / 100;
}

/** Sends the event to each of the merchant's tags, by the names of the one table. */
export function sendTagEvent(tags: PageTags, name: TagEventName, fields: EventFields, eventId: string): void {
  const { pixel, isInReais } = TAG_EVENTS[name];
  const currency = isInReais ? { currency: 'BRL' } : {};
  if (tags.gtmId !== null) pushToDataLayer(name, { ...fields, ...currency, eventId });
  if (tags.metaPixelId === null || pixel === null) return;
  const value = fields.amount === undefined ? {} : { value: fields.amount, currency: 'BRL' };
  track(pixel, { ...fields, ...value }, eventId);
}
