import type { PageMerchant, PageTags } from 'domain/page-context';
import { hideAddress } from '../../lib/address.ts';
import { mutate, Unreachable } from '../../lib/api.ts';
import { listenToTagMoments, type TagMoment, takeSignup } from '../../lib/tag-moments.ts';
import { startTagManager, updateTagManagerConsent } from './google-tag-manager.ts';
import { startPixel, updatePixelConsent } from './meta-pixel.ts';
import { inReais, sendTagEvent } from './send-tag-event.ts';
import { keepTheWayToScreens } from './way-to-screens.ts';

export interface TaggedMerchant {
  merchant: PageMerchant;
  tags: PageTags;
}

const RETRY_AFTER_MS = [1_000, 4_000, 15_000];

/** False stops events. Loaded scripts can't be unloaded, but they get no more events. */
let isAllowed = false;
let hasStarted = false;
/** Settles when the first tag has loaded; events fetched from the server earlier could be lost. */
let arrival: Promise<unknown> = Promise.resolve();

/** The visitor agreed, now or on an earlier page. */
export function allowTags(tagged: TaggedMerchant): void {
  if (isAllowed) return;
  isAllowed = true;
  if (hasStarted) {
    updateConsent(tagged.tags, 'granted');
    return;
  }
  // A tab that keeps nothing cannot hide the address either: then nothing may run that reads it.
  if (!hideAddress()) return;
  hasStarted = true;
  keepTheWayToScreens();
  const { gtmId, metaPixelId } = tagged.tags;
  const scripts = [
    ...(gtmId === null ? [] : [startTagManager(gtmId)]),
    ...(metaPixelId === null ? [] : [startPixel(metaPixelId)]),
  ];
  // None of them there (blocked, broken, hanging): what only the server knows stays with it, for another
  // page.
  arrival = Promise.any(scripts);
  arrival.catch(() => undefined);
  send(tagged, 'PageView', { screen: screenOf(window.location.pathname) });
  listenToTagMoments((moment) => void report(tagged, moment).catch(() => undefined));
}

/** The visitor took it back. */
export function forbidTags({ tags }: TaggedMerchant): void {
  if (!isAllowed) return;
  isAllowed = false;
  if (hasStarted) updateConsent(tags, 'denied');
}

function updateConsent({ gtmId, metaPixelId }: PageTags, answer: 'granted' | 'denied'): void {
  if (gtmId !== null) updateTagManagerConsent(answer);
  if (metaPixelId !== null) updatePixelConsent(answer);
}

type Fields = Omit<Parameters<typeof sendTagEvent>[2], 'merchantId'>;

function send(
  { merchant, tags }: TaggedMerchant,
  name: Parameters<typeof sendTagEvent>[1],
  fields: Fields,
  eventId: string = newEventId(name),
): void {
  if (isAllowed) sendTagEvent(tags, name, { merchantId: merchant.id, ...fields }, eventId);
}

async function report(tagged: TaggedMerchant, moment: TagMoment): Promise<void> {
  if (moment.kind === 'movement') await reportMovement(tagged, moment.subject);
  else await reportCustomer(tagged, moment.subject);
}

async function reportMovement(tagged: TaggedMerchant, token: string): Promise<void> {
  await arrival;
  if (!isAllowed) return;
  const takeId = newUuid();
  const { events, customerPhone } = await insistently(() => mutate('tags', 'take', { token, takeId }));
  for (const { name, eventId, amountCents, cashbackCents } of events) {
    const cashback = cashbackCents === null ? {} : { cashbackAmount: inReais(cashbackCents) };
    send(tagged, name, { amount: inReais(amountCents), ...cashback, customerPhone }, eventId);
  }
}

async function reportCustomer(tagged: TaggedMerchant, phone: string): Promise<void> {
  const { customerPhone } = await insistently(() => mutate('tags', 'hashPhone', { phone }));
  if (!isAllowed) return;
  const customerId = takeSignup();
  if (customerId === undefined) {
    send(tagged, 'CustomerLogin', { merchantName: tagged.merchant.name, customerPhone });
  } else {
    send(tagged, 'CustomerSignup', { customerId, signup_source: 'merchant_link', customerPhone });
  }
}

/** Asks again where there was no answer; a refusal is one. */
async function insistently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return await ask();
}

/** '/customer/cashback' → 'cashback', '/signup/padaria' → 'signup'. */
function screenOf(pathname: string): string {
  const [, first = '', second = ''] = pathname.split('/');
  return first === 'customer' ? second : first;
}

const newEventId = (name: string) => `${name}-${newUuid()}`;

/** `crypto.randomUUID` is missing where the page came over plain http. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
