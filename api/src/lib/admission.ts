/** Order of admission under overload. `apart` has room of its own and shares none. */
export type Priority = 'apart' | 'first' | 'normal' | 'last';

const IN_ORDER: readonly Priority[] = ['apart', 'first', 'normal', 'last'];

/**
 * Limits the requests in progress so that the process stays quick. Others wait up to a limit and are then
 * shed. Under lasting overload the limit is short: shed requests learn it at once, admitted ones are served
 * as quickly as ever.
 */
export interface Admission {
  /**
   * Calls `decide` once: true admits, false sheds. Perhaps before it returns.
   * @returns a function that frees the place, or ends the wait for one
   */
  enter(priority: Priority, decide: (isAdmitted: boolean) => void): () => void;
  running(): number;
  waiting(): number;
}

export interface AdmissionRules {
  /**
   * `atOnce`: requests in progress of this kind and those after it, so that the last never take the place of
   * the first; `apart` is counted alone. `waitLimitMs`: the longest wait in a short burst.
   */
  kinds: Record<Priority, { atOnce: number; waitLimitMs: number }>;
  maxWaiting: number;
  /**
   * Limits under lasting overload, when requests have been waiting for five wait limits without a pause: the
   * longest wait, and how many of each kind may wait. Others are shed at once, which costs next to nothing.
   */
  inOverload: { waitLimitMs: number; maxWaiting: number };
  /**
   * How long requests of kind `first` may take on average, from admission to answer. Beyond it the machine or
   * its database is slower than the limits above assume, and fewer are admitted, `leastAtOnce` at least.
   */
  slowMs: number;
  leastAtOnce: number;
}

/** Multiples of the wait limit after which a line that was never empty is an overload. */
const LASTING = 5;

interface Waiting {
  since: number;
  isGone: boolean;
  admit(): void;
  shed(): void;
}

const SWEEP_MS = 10;
/** The room shrinks quickly and grows slowly. */
const LOOK_MS = 100;
const SHRINK = 0.8;
const GROW = 8;

/** Computes how many requests there is room for, by how long they take. */
function createRoom({ kinds: { first }, slowMs, leastAtOnce }: AdmissionRules) {
  let room = first.atOnce;
  let [taken, count, lookedAt] = [0, 0, performance.now()];
  return {
    size: () => room,
    record(milliseconds: number): void {
      taken += milliseconds;
      count += 1;
      const now = performance.now();
      if (now - lookedAt < LOOK_MS) return;
      room =
        taken / count > slowMs
          ? Math.max(leastAtOnce, Math.floor(room * SHRINK))
          : Math.min(first.atOnce, room + GROW);
      [taken, count, lookedAt] = [0, 0, now];
    },
  };
}

export function createAdmission(rules: AdmissionRules): Admission {
  const line: Record<Priority, Waiting[]> = { apart: [], first: [], normal: [], last: [] };
  const emptyAt: Record<Priority, number> = { apart: 0, first: 0, normal: 0, last: 0 };
  const running: Record<Priority, number> = { apart: 0, first: 0, normal: 0, last: 0 };
  const room = createRoom(rules);
  let sweeping: NodeJS.Timeout | undefined;

  const sharing = () => running.first + running.normal + running.last;
  const waiting = () => IN_ORDER.reduce((sum, priority) => sum + line[priority].length, 0);

  function hasRoom(priority: Priority): boolean {
    const { apart, normal, last } = rules.kinds;
    if (priority === 'apart') return running.apart < apart.atOnce;
    if (sharing() >= room.size()) return false;
    if (priority === 'first') return true;
    if (running.normal + running.last >= normal.atOnce) return false;
    return priority === 'normal' || running.last < last.atOnce;
  }

  function start(priority: Priority): () => void {
    running[priority] += 1;
    const since = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running[priority] -= 1;
      if (priority === 'first') room.record(performance.now() - since);
      callNext();
    };
  }

  function callNext(): void {
    for (const priority of IN_ORDER) {
      while (line[priority].length > 0 && hasRoom(priority)) line[priority].shift()?.admit();
      if (line[priority].length === 0) emptyAt[priority] = performance.now();
    }
    stopSweeping();
  }

  function sweep(): void {
    const now = performance.now();
    for (const priority of IN_ORDER) {
      const queue = line[priority];
      const { waitLimitMs } = isOverloaded(priority, now) ? rules.inOverload : rules.kinds[priority];
      const limit = now - waitLimitMs;
      while (queue[0] !== undefined && (queue[0].isGone || queue[0].since < limit)) queue.shift()?.shed();
      if (queue.length === 0) emptyAt[priority] = now;
    }
    stopSweeping();
  }

  function stopSweeping(): void {
    if (sweeping === undefined || waiting() > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  /** True when the line has not been empty for long. */
  const isOverloaded = (priority: Priority, now: number) =>
    line[priority].length > 0 && now - emptyAt[priority] > LASTING * rules.kinds[priority].waitLimitMs;

  function mayWait(priority: Priority): boolean {
    if (waiting() >= rules.maxWaiting) return false;
    return line[priority].length < rules.inOverload.maxWaiting || !isOverloaded(priority, performance.now());
  }

  function wait(priority: Priority, decide: (isAdmitted: boolean) => void): () => void {
    const queue = line[priority];
    if (queue.length === 0) emptyAt[priority] = performance.now();
    let leave = () => {
      entry.isGone = true;
    };
    const entry: Waiting = {
      since: performance.now(),
      isGone: false,
      admit() {
        if (entry.isGone) return;
        leave = start(priority);
        decide(true);
      },
      shed() {
        if (!entry.isGone) decide(false);
        leave = () => undefined;
      },
    };
    queue.push(entry);
    sweeping ??= setInterval(sweep, SWEEP_MS).unref();
    return () => leave();
  }

  return {
    enter(priority, decide) {
      if (hasRoom(priority) && line[priority].length === 0) {
        const leave = start(priority);
        decide(true);
        return leave;
      }
      if (mayWait(priority)) return wait(priority, decide);
      decide(false);
      return () => undefined;
    },
    running: () => running.apart + sharing(),
    waiting,
  };
}
