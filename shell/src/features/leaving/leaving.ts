import { useSyncExternalStore } from 'react';

/** The action that follows when unsaved input may be dropped. */
type Leave = () => void;

/**
 * Decides whether leaving the screen needs a confirmation, and holds the open question. A form with unsaved
 * changes blocks; a link or a navigation attempts.
 */
export function createLeaving() {
  const blockers = new Set<object>();
  const listeners = new Set<() => void>();
  let question: Leave | undefined;

  function ask(next: Leave | undefined) {
    question = next;
    for (const listener of listeners) listener();
  }

  return {
    /** From now on leaving asks, until the returned function is called. */
    block(): () => void {
      const blocker = {};
      blockers.add(blocker);
      return () => {
        blockers.delete(blocker);
        // The unsaved input is saved, or gone with its screen.
        if (blockers.size === 0 && question) ask(undefined);
      };
    },

    isBlocked: () => blockers.size > 0,

    /** Leaves at once where nothing would be lost, else after a confirmation. */
    attempt(leave: Leave): void {
      if (blockers.size > 0) ask(leave);
      else leave();
    },

    stay: () => ask(undefined),

    leave(): void {
      const leaveNow = question;
      ask(undefined);
      leaveNow?.();
    },

    getQuestion: () => question,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Leaving = ReturnType<typeof createLeaving>;

/** The one of this page. */
export const leaving = createLeaving();

export function useIsAskedToStay(): boolean {
  return useSyncExternalStore(leaving.subscribe, leaving.getQuestion) !== undefined;
}
