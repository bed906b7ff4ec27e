/** What goes first when there is not room for all. `apart`: has a room of its own and takes nobody else's. */
export type Priority = 'apart' | 'first' | 'normal' | 'last';

const IN_ORDER: readonly Priority[] = ['apart', 'first', 'normal', 'last'];

/**
 * Lets so many in at once that the process stays quick, has others wait for a moment, and sends away whoever would wait for
 * longer. Under a lasting crowd nobody waits for long: who cannot be served at once is told so at once, and those that are let
 * in are served as quickly as ever.
 */
export interface Admission {
  /**
   * Calls back once, with whether there is room; perhaps at once.
   * @returns what gives the place back, or up waiting for one
   */
  enter(priority: Priority, decide: (isAdmitted: boolean) => void): () => void;
  running(): number;
  waiting(): number;
}

export interface AdmissionRules {
  /**
   * `atOnce`: of each kind together with those behind it, so that the last never take the first one's place; those apart are
   * counted alone. `patienceMs`: how long one waits in a short crowd.
   */
  kinds: Record<Priority, { atOnce: number; patienceMs: number }>;
  maxWaiting: number;
  /**
   * In a crowd that has lasted, where somebody was waiting for five times their patience: how long one waits at most, and how
   * many of each kind do. Whoever finds no place is sent away at once, which costs next to nothing.
   */
  inCrowd: { patienceMs: number; maxWaiting: number };
  /**
   * What the first are to take, from being let in to their answer. Where they take longer, this machine or its database is slower
   * than the numbers above assume, and fewer are let in, `leastAtOnce` at least.
   */
  slowMs: number;
  leastAtOnce: number;
}

const LASTING = 5;

interface Waiting {
  since: number;
  isGone: boolean;
  letIn(): void;
  sendAway(): void;
}

const SWEEP_MS = 10;
/** How the room follows the times: quickly down, slowly up. */
const LOOK_MS = 100;
const SHRINK = 0.8;
const GROW = 8;

/** How many there is room for, by how long they take. */
function createRoom({ kinds: { first }, slowMs, leastAtOnce }: AdmissionRules) {
  let room = first.atOnce;
  let [taken, count, lookedAt] = [0, 0, performance.now()];
  return {
    size: () => room,
    note(milliseconds: number): void {
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
      if (priority === 'first') room.note(performance.now() - since);
      callNext();
    };
  }

  function callNext(): void {
    for (const priority of IN_ORDER) {
      while (line[priority].length > 0 && hasRoom(priority)) line[priority].shift()?.letIn();
      if (line[priority].length === 0) emptyAt[priority] = performance.now();
    }
    stopSweeping();
  }

  function sweep(): void {
    const now = performance.now();
    for (const priority of IN_ORDER) {
      const queue = line[priority];
      const { patienceMs } = isCrowd(priority, now) ? rules.inCrowd : rules.kinds[priority];
      const limit = now - patienceMs;
      while (queue[0] !== undefined && (queue[0].isGone || queue[0].since < limit)) queue.shift()?.sendAway();
      if (queue.length === 0) emptyAt[priority] = now;
    }
    stopSweeping();
  }

  function stopSweeping(): void {
    if (sweeping === undefined || waiting() > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  /** Whether its line has not been empty for long. */
  const isCrowd = (priority: Priority, now: number) =>
    line[priority].length > 0 && now - emptyAt[priority] > LASTING * rules.kinds[priority].patienceMs;

  function mayWait(priority: Priority): boolean {
    if (waiting() >= rules.maxWaiting) return false;
    return line[priority].length < rules.inCrowd.maxWaiting || !isCrowd(priority, performance.now());
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
      letIn() {
        if (entry.isGone) return;
        leave = start(priority);
        decide(true);
      },
      sendAway() {
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
