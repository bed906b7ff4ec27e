import { repeat } from './repeat.ts';

/** Many who wait until something is so in the database, and one question at a time for all of them. */
export interface SharedPoll<Subject extends { id: string }> {
  /** Calls back once, when it is so. @returns what ends the wait */
  wait(subject: Subject, onFound: () => void): () => void;
  /** Asks about this one at once, with whatever else is to be asked at once. */
  hurry(id: string): void;
  /** Number of subjects that are waited for. */
  size(): number;
  stop(): Promise<void>;
}

interface Options<Subject> {
  /** Returns the ids of those for which the condition holds. */
  find(subjects: Subject[]): Promise<Iterable<string>>;
  everyMs: number;
  /** Longest time between questions about all subjects, read at each look; `everyMs` by default. */
  allEveryMs?: () => number;
  /**
   * Called after each failed look, and after each that answered. Subjects of a failed look are asked about
   * again.
   */
  onLook(error: unknown): void;
}

export function createSharedPoll<Subject extends { id: string }>({
  find,
  everyMs,
  allEveryMs = () => everyMs,
  onLook,
}: Options<Subject>): SharedPoll<Subject> {
  const waiting = new Map<string, { subject: Subject; listeners: Set<() => void> }>();
  const hurried = new Set<string>();
  let lastForAll = Number.NEGATIVE_INFINITY;

  function listAsked(): Subject[] {
    // A timer comes a little early or late.
    const isForAll = performance.now() - lastForAll >= allEveryMs() - everyMs / 2;
    if (isForAll) lastForAll = performance.now();
    const entries = [...waiting].filter(([id]) => isForAll || hurried.has(id));
    return entries.map(([, { subject }]) => subject);
  }

  async function look(): Promise<void> {
    if (waiting.size === 0) return;
    const asked = listAsked();
    if (asked.length === 0) return;
    // Cleared before the question: an id published meanwhile is asked about once more.
    for (const { id } of asked) hurried.delete(id);
    for (const id of await find(asked)) for (const onFound of waiting.get(id)?.listeners ?? []) onFound();
    onLook(undefined);
  }

  const looking = repeat(look, everyMs, (error) => {
    lastForAll = Number.NEGATIVE_INFINITY;
    onLook(error);
  });
  void looking.start();
  return {
    wait(subject, onFound) {
      const entry = waiting.get(subject.id) ?? { subject, listeners: new Set() };
      waiting.set(subject.id, entry);
      entry.listeners.add(onFound);
      return () => {
        entry.listeners.delete(onFound);
        if (entry.listeners.size > 0 || waiting.get(subject.id) !== entry) return;
        waiting.delete(subject.id);
        hurried.delete(subject.id);
      };
    },
    hurry(id) {
      if (!waiting.has(id)) return;
      hurried.add(id);
      looking.wake();
    },
    size: () => waiting.size,
    stop: () => looking.stop(),
  };
}
