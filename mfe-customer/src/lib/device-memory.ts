import {
  forgetLastSeen,
  keepLastSeen,
  keepLastSeenPhone,
  type LastSeen,
  newestMerchant,
  readLastSeen,
} from 'domain/last-seen';
import { readPageContext } from './page-context.ts';

/** The program of a page at this address, as this device remembers it; '' for all programs. */
export function memoryKey(slug: string | undefined): string {
  return readPageContext().merchant?.slug ?? slug?.toLowerCase() ?? '';
}

/** See domain/last-seen; here over this browser's own storage. */
export function recall<Balances>(key: string): LastSeen<Balances> | undefined {
  const kept = storage();
  return kept && readLastSeen<Balances>(kept, key, Date.now());
}

export function remember(key: string, phone: string, data: unknown): void {
  const kept = storage();
  if (kept) keepLastSeen(kept, key, { phone, data, now: Date.now() });
}

/** The phone of a confirmation; its balance is shown by the page that follows. */
export function rememberPhone(key: string, phone: string): void {
  const kept = storage();
  if (kept) keepLastSeenPhone(kept, key, { phone, now: Date.now() });
}

/** The program that this device showed last, as its key; undefined where it remembers no phone. */
export function newestKey(): string | undefined {
  const kept = storage();
  return kept && newestMerchant(kept);
}

/** With `phone`, only if it is the one that is kept. */
export function forget(key: string, phone?: string): void {
  const kept = storage();
  if (kept) forgetLastSeen(kept, key, phone);
}

/** With cookies forbidden, even naming it throws. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
