/**
 * Balances kept on this device, to be shown without a network: for each merchant the phone whose balance was
 * shown last, for good, and its balances, for thirty days. A server's refusal or the customer's own wish
 * removes both. The customers' pages write them; the shell reads whether a device has any.
 */

/** The part of the browser's localStorage that is used. */
export interface KeptText {
  readonly length: number;
  key(index: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

export interface LastSeen<Balances> {
  phone: string;
  /** Absent when they are too old to be shown. */
  balances?: { seenAt: string; data: Balances } | undefined;
}

const PREFIX = 'last-seen:';
/** The version of the stored shape; entries of another one are not read. */
const VERSION = 1;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * A device's clock that was set back makes balances of the future; a day of that is a time zone or a
 * correction.
 */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;
const MAX_MERCHANTS = 10;

interface Entry {
  version: number;
  phone: string;
  seenAt: string;
  data?: unknown;
}

/**
 * `merchant` is the slug, or '' for a page of all programs. Throws nothing: what can't be read is not there.
 */
export function readLastSeen<Balances>(
  kept: KeptText,
  merchant: string,
  now: number,
): LastSeen<Balances> | undefined {
  try {
    sweep(kept, now);
    const entry = parse(kept.getItem(PREFIX + merchant));
    if (!entry) return undefined;
    const { phone, seenAt, data } = entry;
    return { phone, balances: data === undefined ? undefined : { seenAt, data: data as Balances } };
  } catch {
    return undefined;
  }
}

/** Keeps one phone for each merchant: the one shown last. A browser that keeps nothing is no failure. */
export function keepLastSeen(
  kept: KeptText,
  merchant: string,
  { phone, data, now }: { phone: string; data: unknown; now: number },
): void {
  const entry: Entry = { version: VERSION, phone, seenAt: new Date(now).toISOString(), data };
  try {
    kept.setItem(PREFIX + merchant, JSON.stringify(entry));
    sweep(kept, now);
  } catch {
    // Full, or forbidden: then there is nothing to show without a network.
  }
}

/** Keeps a phone without balances; those that are kept for it stay. */
export function keepLastSeenPhone(
  kept: KeptText,
  merchant: string,
  { phone, now }: { phone: string; now: number },
): void {
  const known = readLastSeen(kept, merchant, now);
  if (known?.phone !== phone) keepLastSeen(kept, merchant, { phone, data: undefined, now });
}

/** The merchant that was seen last ('' for all programs); undefined where no phone is kept. */
export function newestMerchant(kept: KeptText): string | undefined {
  try {
    const entries = keysOf(kept).map((key) => ({ key, seenAt: parse(kept.getItem(key))?.seenAt ?? '' }));
    const seen = entries.filter(({ seenAt }) => seenAt !== '');
    seen.sort((one, other) => Date.parse(other.seenAt) - Date.parse(one.seenAt));
    return seen[0]?.key.slice(PREFIX.length);
  } catch {
    return undefined;
  }
}

/** With `phone`, only if it is the one that is kept. */
export function forgetLastSeen(kept: KeptText, merchant: string, phone?: string): void {
  try {
    const key = PREFIX + merchant;
    if (phone === undefined || parse(kept.getItem(key))?.phone === phone) kept.removeItem(key);
  } catch {
    // A browser that denies access has stored nothing.
  }
}

/** Removes old balances of any customer, the merchants not seen for longest, and unreadable entries. */
function sweep(kept: KeptText, now: number): void {
  const entries: { key: string; seenAt: number }[] = [];
  for (const key of keysOf(kept)) {
    const entry = parse(kept.getItem(key));
    if (!entry) {
      kept.removeItem(key);
      continue;
    }
    const seenAt = Date.parse(entry.seenAt);
    entries.push({ key, seenAt });
    const isCurrent = now - seenAt <= MAX_AGE_MS && seenAt - now <= MAX_AHEAD_MS;
    if (isCurrent || entry.data === undefined) continue;
    kept.setItem(key, JSON.stringify({ ...entry, data: undefined }));
  }
  entries.sort((a, b) => b.seenAt - a.seenAt);
  for (const { key } of entries.slice(MAX_MERCHANTS)) kept.removeItem(key);
}

function keysOf(kept: KeptText): string[] {
  const keys = Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '');
  return keys.filter((key) => key.startsWith(PREFIX));
}

function parse(text: string | null): Entry | undefined {
  if (text === null) return undefined;
  try {
    const entry = JSON.parse(text) as Partial<Entry> | null;
    const isWhole =
      entry?.version === VERSION &&
      typeof entry.phone === 'string' &&
      /^\d{10,11}$/.test(entry.phone) &&
      !Number.isNaN(Date.parse(entry.seenAt ?? ''));
    return isWhole ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
