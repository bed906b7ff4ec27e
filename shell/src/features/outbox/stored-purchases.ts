import type { OutboxPurchase } from 'federation/outbox';

/** A purchase as it is stored. No code is: the API gives it again to who repeats the request. */
export interface StoredPurchase extends Pick<OutboxPurchase, 'request' | 'typedAt' | 'wasSent' | 'refusal'> {
  /** It waits. Otherwise the counter that typed it awaits its first answer. */
  isQueued: boolean;
  isIssued: boolean;
  isDoubted?: boolean;
  needsApproval?: boolean;
}

/** Whose purchases; a device may serve several employees, and a browser several merchants. */
export interface PurchaseOwner {
  merchantId: string;
  employeeId: string;
}

/** Each purchase has a key of its own: tabs that write at once overwrite nothing. */
const PREFIX = 'outbox:';
const keyOf = ({ merchantId, employeeId }: PurchaseOwner, id: string) =>
  `${PREFIX}${merchantId}:${employeeId}:${id}`;

/** After this long a purchase is deleted, so that a device does not keep customers' phones for good. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000;

function parse(text: string | null): StoredPurchase | undefined {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<StoredPurchase> | null;
    return typeof stored?.request?.operationId === 'string' && typeof stored.typedAt === 'number'
      ? (stored as StoredPurchase)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Storage that is switched off or full: false, and nothing can wait here. */
export function createPurchaseStorage(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>,
) {
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(PREFIX),
    );
  const read = (key: string) => parse(storage.getItem(key));
  const readAll = (prefix: string) =>
    keys().flatMap((key) => (key.startsWith(prefix) ? (read(key) ?? []) : []));

  return {
    list(owner: PurchaseOwner): StoredPurchase[] {
      return readAll(keyOf(owner, '')).sort(
        (one, other) =>
          one.typedAt - other.typedAt || one.request.operationId.localeCompare(other.request.operationId),
      );
    },

    read: (owner: PurchaseOwner, id: string) => read(keyOf(owner, id)),

    write(owner: PurchaseOwner, purchase: StoredPurchase): boolean {
      try {
        storage.setItem(keyOf(owner, purchase.request.operationId), JSON.stringify(purchase));
        return true;
      } catch {
        return false;
      }
    },

    remove: (owner: PurchaseOwner, id: string) => storage.removeItem(keyOf(owner, id)),

    /** Those that still have to be sent, of everybody or of one merchant's employees other than `except`. */
    countWaiting(except?: PurchaseOwner): number {
      const prefix = except ? `${PREFIX}${except.merchantId}:` : PREFIX;
      const own = except && keyOf(except, '');
      return keys().filter((key) => {
        if (!key.startsWith(prefix) || (own && key.startsWith(own))) return false;
        const purchase = read(key);
        return purchase !== undefined && !purchase.isIssued;
      }).length;
    },

    forgetOld(now: number): void {
      for (const key of keys()) {
        const purchase = read(key);
        if (!purchase || now - purchase.typedAt > FORGOTTEN_AFTER_MS) storage.removeItem(key);
      }
    },
  };
}

export type PurchaseStorage = ReturnType<typeof createPurchaseStorage>;

export const isPurchaseKey = (key: string | null) => key === null || key.startsWith(PREFIX);
