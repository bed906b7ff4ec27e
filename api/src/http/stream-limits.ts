/** Event streams that one process keeps open for a session, an employee and a merchant. */
const MOST = { session: 4, employee: 20, merchant: 100 };

export type StreamLimit = keyof typeof MOST;

/** The slots that one stream takes. */
export interface StreamSlots {
  /** False where all of the subject's are taken, or the stream has ended meanwhile. */
  take(limit: StreamLimit, subject: string): boolean;
  giveBack(): void;
}

/**
 * Counted in the process that serves them, since it is its sockets and memory that a stream takes: several
 * processes allow several times as many, and what each stream asks of the database is one row of a question
 * that all share.
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
