import { useSyncExternalStore } from 'react';

/** What is to happen once the person said that what they typed may go. */
type Leave = () => void;

/**
 * Whether leaving what is on the screen has to be asked about first, and the question that is open. Whoever
 * has unsaved changes blocks; whoever leads away attempts.
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
        // What the question was about is saved, or gone with its screen.
        if (blockers.size === 0 && question) ask(undefined);
      };
    },

    isBlocked: () => blockers.size > 0,

    /** Leaves at once where nothing would be lost, else when the person says so. */
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
