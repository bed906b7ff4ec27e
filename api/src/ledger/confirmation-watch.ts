import { Refusal } from '../errors.ts';
import type { Live } from '../lib/live.ts';
import { createSharedPoll } from '../lib/shared-poll.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { findConfirmedAmong, type WatchedCode } from './confirmed-among.sql.ts';

/** Longest time that a lost publication goes unnoticed: without Redis, and with it. */
const POLL_MS = { alone: 2_000, told: 15_000 };
/** A dialog left open overnight ends; the screen subscribes again when it is used. */
const MAX_WATCH_MS = 30 * 60 * 1_000;

/** All dialogs of this process that wait for a customer's confirmation, polled with one question. */
export interface ConfirmationWatch {
  /**
   * Yields if it is confirmed, as `find` says, then true once it is, and ends. Looks at each publication of
   * its id and also by the clock, so that it is right without any messaging; while the database is away it
   * goes on waiting. Throws Refusal 'not_found' where `find` finds none.
   */
  watch(
    code: WatchedCode,
    find: (tx: TenantTransaction, id: string) => Promise<boolean | undefined>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ confirmed: boolean }>;
  stop(): Promise<void>;
}

interface Dependencies {
  tenancy: Tenancy;
  live: Live;
  onLook: (error: unknown) => void;
}

export function createConfirmationWatch({ tenancy, live, onLook }: Dependencies): ConfirmationWatch {
  const poll = createSharedPoll<WatchedCode>({
    find: (codes) => findConfirmedAmong(tenancy, codes),
    everyMs: POLL_MS.alone,
    allEveryMs: () => (live.hearsOthers() ? POLL_MS.told : POLL_MS.alone),
    onLook,
  });
  return {
    async *watch(code, find, signal) {
      let decide = (_confirmed: boolean) => {};
      const decided = new Promise<boolean>((resolve) => {
        decide = resolve;
      });
      const giveUp = () => decide(false);
      const stopWaiting = poll.wait(code, () => decide(true));
      const stopListening = live.watch(code.id, () => poll.hurry(code.id));
      const limit = setTimeout(giveUp, MAX_WATCH_MS);
      signal?.addEventListener('abort', giveUp);
      try {
        const confirmed = await tenancy.withTenant(code.merchantId, (tx) => find(tx, code.id));
        if (confirmed === undefined) throw new Refusal('not_found');
        yield { confirmed };
        if (confirmed || signal?.aborted) return;
        if (await decided) yield { confirmed: true };
      } finally {
        stopWaiting();
        stopListening();
        clearTimeout(limit);
        signal?.removeEventListener('abort', giveUp);
      }
    },
    stop: () => poll.stop(),
  };
}
