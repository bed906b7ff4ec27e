/** Most event streams that one process keeps open for a session, an employee and a merchant. */
const MOST = { session: 4, employee: 20, merchant: 100 };

export type StreamLimit = keyof typeof MOST;

/** The slots that one stream takes. */
export interface StreamSlots {
  /** Returns false if all of the subject's slots are taken, or the stream has ended meanwhile. */
  take(limit: StreamLimit, subject: string): boolean;
  giveBack(): void;
}

/**
 * Counts streams in the process that serves them, because a stream costs its sockets and memory. Several
 * processes allow several times as many. In the database each stream is one row of a query that all share.
 */
export function createStreamLimits(): { open(): StreamSlots } {
  const taken = new Map<string, number>();
  return {
    open() {
      let own: string[] | undefined = [];
      return {
        take(limit, subject) {
          const slot = `${limit} ${subject}`;
          const count = taken.get(slot) ?? 0;
          if (own === undefined || count >= MOST[limit]) return false;
          own.push(slot);
          taken.set(slot, count + 1);
          return true;
        },
        giveBack() {
          for (const slot of own ?? []) {
            const left = (taken.get(slot) ?? 1) - 1;
            if (left === 0) taken.delete(slot);
            else taken.set(slot, left);
          }
          own = undefined;
        },
      };
    },
  };
}
