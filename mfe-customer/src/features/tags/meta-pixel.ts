import { META_PIXEL_ID } from 'domain/tag-ids';
import { loadTagScript } from './tag-script.ts';

/** The queue that stands in for the pixel until its script has come, as Meta's own snippet makes it. */
interface Fbq {
  (...args: unknown[]): void;
  callMethod?: (...args: unknown[]) => void;
  queue: unknown[][];
  push: Fbq;
  loaded: boolean;
  version: string;
  /** No event of its own when a script changes the address. */
  disablePushState: boolean;
}

type Holder = { fbq?: Fbq; _fbq?: Fbq };

function fbq(): Fbq {
  const holder = window as unknown as Holder;
  if (holder.fbq) return holder.fbq;
  const made = ((...args: unknown[]) => {
    if (made.callMethod) made.callMethod(...args);
    else made.queue.push(args);
  }) as Fbq;
  Object.assign(made, { queue: [], push: made, loaded: true, version: '2.0', disablePushState: true });
  holder.fbq = made;
  holder._fbq = made;
  return made;
}

export async function startPixel(id: string): Promise<void> {
  if (!META_PIXEL_ID.test(id)) throw new Error('no pixel id');
  fbq()('consent', 'revoke');
  // Else it would report by itself what is clicked and typed on the page.
  fbq()('set', 'autoConfig', false, id);
  fbq()('init', id);
  fbq()('consent', 'grant');
  await loadTagScript('https://connect.facebook.net/en_US/fbevents.js');
}

export function updatePixelConsent(answer: 'granted' | 'denied'): void {
  fbq()('consent', answer === 'granted' ? 'grant' : 'revoke');
}

/** `eventId` the same for the same event for ever: Meta counts a repeat once. */
export function track(event: string, fields: Record<string, unknown>, eventId: string): void {
  fbq()('track', event, fields, { eventID: eventId });
}
