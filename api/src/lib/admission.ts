/** Order of admission under overload. `apart` has room of its own and shares none. */
export type Priority = 'apart' | 'first' | 'normal' | 'last';

const IN_ORDER: readonly Priority[] = ['apart', 'first', 'normal', 'last'];

/** Whose a request is. It only shares places out, so it need not be proved. */
export interface Caller {
  /** All requests that count as one party's: a merchant's, or a network's where no merchant is known. */
  flow: string;
  /** What one person or program sends: a session, an API key. */
  session?: string | undefined;
}

/** `too_many`: the session's or its merchant's own requests are in the way. `busy`: those of all are. */
export type Outcome = 'admitted' | 'busy' | 'too_many';

/**
 * Limits the requests in progress so that the process stays quick, and shares its places out fairly. Others
 * wait up to a limit and are then shed. Under lasting overload the limit is short: shed requests learn it at
 * once, admitted ones are served as quickly as ever.
 *
 * Each flow waits in a queue of its own. A free place goes to the waiting flow with the fewest requests in
 * progress; among flows with equally many they take turns. A flow that has its share of the places cannot
 * take the last eighth of them, so that a flow which sends its first request finds one. While other flows
 * send requests, each session has few places.
 */
export interface Admission {
  /**
   * Calls `decide` once, perhaps before it returns.
   * @returns a function that frees the place, or ends the wait for one
   */
  enter(priority: Priority, caller: Caller, decide: (outcome: Outcome) => void): () => void;
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
   * Limits of one session while other flows have sent something within `othersWithinMs`; what it sends beyond
   * them waits for its own.
   */
  session: { atOnce: number; waitLimitMs: number; maxWaiting: number; othersWithinMs: number };
  /**
   * How long requests of kind `first` may take on average, from admission to answer. Beyond it the machine or
   * its database is slower than the limits above assume, and fewer are admitted, `leastAtOnce` at least.
   */
  slowMs: number;
  leastAtOnce: number;
}

/** Multiples of the wait limit after which a line that was never empty is an overload. */
const LASTING = 5;
/** The part of all places that a flow cannot take once it has its share. */
const NEVER_LENT = 1 / 8;
const lent = (places: number) => places - Math.floor(places * NEVER_LENT);

const SWEEP_MS = 10;
/** The room shrinks quickly and grows slowly. */
const LOOK_MS = 100;
const SHRINK = 0.8;
const GROW = 8;

const nothing = () => undefined;

interface Waiting {
  since: number;
  isGone: boolean;
  end(outcome: Outcome): void;
}

/** The requests of one flow or session. */
interface Queue {
  running: number;
  waiting: Waiting[];
}

/** The queues that are in use, by flow or session, the one whose turn is next first. */
function createQueues() {
  const queues = new Map<string, Queue>();
  let [running, waiting] = [0, 0];
  const use = (name: string): Queue => {
    const queue = queues.get(name) ?? { running: 0, waiting: [] };
    queues.set(name, queue);
    return queue;
  };
  const dropUnused = (name: string, queue: Queue) => {
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(name);
  };
  return {
    all: () => queues as ReadonlyMap<string, Queue>,
    running: () => running,
    /** How many requests wait, including those that have gone and were not reached yet. */
    waiting: () => waiting,
    of: (name: string): Readonly<Queue> => queues.get(name) ?? { running: 0, waiting: [] },
    /** @returns a function that frees the place, and calls `onLeave` the first time */
    start(name: string, onLeave: () => void): () => void {
      const queue = use(name);
      queue.running += 1;
      running += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        queue.running -= 1;
        running -= 1;
        dropUnused(name, queue);
        onLeave();
      };
    },
    /** @returns a function that frees the place which `start` took, or ends the wait for one */
    wait(name: string, start: () => () => void, decide: (outcome: Outcome) => void): () => void {
      let leave: () => void = () => {
        entry.isGone = true;
      };
      const entry: Waiting = {
        since: performance.now(),
        isGone: false,
        end(outcome) {
          if (entry.isGone) return;
          leave = outcome === 'admitted' ? start() : nothing;
          decide(outcome);
        },
      };
      use(name).waiting.push(entry);
      waiting += 1;
      return () => leave();
    },
    /** Admits the first that waits in this queue, whose next turn comes after all others'. */
    admit(name: string): void {
      const queue = queues.get(name);
      const entry = queue?.waiting.shift();
      if (!queue || !entry) return;
      waiting -= 1;
      queues.delete(name);
      queues.set(name, queue);
      entry.end('admitted');
      dropUnused(name, queue);
    },
    /** Sheds those who have waited for longer than `limitMs`. */
    shed(limitMs: number, outcome: Outcome): void {
      const before = performance.now() - limitMs;
      for (const [name, queue] of queues) {
        while (
          queue.waiting[0] !== undefined &&
          (queue.waiting[0].isGone || queue.waiting[0].since < before)
        ) {
          waiting -= 1;
          queue.waiting.shift()?.end(outcome);
        }
        dropUnused(name, queue);
      }
    },
  };
}

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

/** Knows whether a flow has had the process to itself for so long. */
function createCompany(othersWithinMs: number) {
  let [last, other] = [
    { flow: '', at: Number.NEGATIVE_INFINITY },
    { flow: '', at: Number.NEGATIVE_INFINITY },
  ];
  return {
    note(flow: string): void {
      if (last.flow !== flow) [last, other] = [{ flow, at: 0 }, last];
      last.at = performance.now();
    },
    isAlone(flow: string): boolean {
      const { at } = last.flow === flow ? other : last;
      return performance.now() - at > othersWithinMs;
    },
  };
}

export function createAdmission(rules: AdmissionRules): Admission {
  const kinds = Object.fromEntries(
    IN_ORDER.map((priority) => [priority, { ...createQueues(), emptyAt: 0 }]),
  ) as Record<Priority, ReturnType<typeof createQueues> & { emptyAt: number }>;
  const { apart, first, normal, last } = kinds;
  const sessions = createQueues();
  const room = createRoom(rules);
  const company = createCompany(rules.session.othersWithinMs);
  let sweeping: NodeJS.Timeout | undefined;

  const sharing = () => first.running() + normal.running() + last.running();
  const waiting = () => IN_ORDER.reduce((sum, priority) => sum + kinds[priority].waiting(), 0);

  /** How many of a kind may be in progress by these limits, and are; the kind's own limit first. */
  function limitsOf(priority: Priority): { atOnce: number; running: number }[] {
    if (priority === 'apart') return [{ atOnce: rules.kinds.apart.atOnce, running: apart.running() }];
    const all = { atOnce: room.size(), running: sharing() };
    if (priority === 'first') return [all];
    const after = { atOnce: rules.kinds.normal.atOnce, running: normal.running() + last.running() };
    if (priority === 'normal') return [after, all];
    return [{ atOnce: rules.kinds.last.atOnce, running: last.running() }, after, all];
  }

  /** The share leaves room for one flow more than are there. */
  function isAboveShare(priority: Priority, flow: string): boolean {
    const [{ atOnce } = { atOnce: 1 }] = limitsOf(priority);
    const queues = kinds[priority];
    return queues.of(flow).running >= Math.max(1, Math.floor(atOnce / (queues.all().size + 1)));
  }

  function hasRoom(priority: Priority, isLent: boolean): boolean {
    return limitsOf(priority).every(({ atOnce, running }) => running < (isLent ? lent(atOnce) : atOnce));
  }

  function start(priority: Priority, flow: string): () => void {
    const since = performance.now();
    return kinds[priority].start(flow, () => {
      if (priority === 'first') room.record(performance.now() - since);
      callNext();
    });
  }

  /** The flow that is called next: the one with the least in progress, in turn among equals. */
  function nextOf(priority: Priority): string | undefined {
    let next: { flow: string; running: number } | undefined;
    for (const [flow, { running, waiting }] of kinds[priority].all()) {
      if (waiting.length > 0 && (next === undefined || running < next.running)) next = { flow, running };
    }
    return next && hasRoom(priority, isAboveShare(priority, next.flow)) ? next.flow : undefined;
  }

  function callNext(): void {
    for (const priority of IN_ORDER) {
      const kind = kinds[priority];
      while (kind.waiting() > 0) {
        const flow = nextOf(priority);
        if (flow === undefined) break;
        kind.admit(flow);
      }
      if (kind.waiting() === 0) kind.emptyAt = performance.now();
    }
    stopSweeping();
  }

  function sweep(): void {
    sessions.shed(rules.session.waitLimitMs, 'too_many');
    for (const priority of IN_ORDER) {
      const kind = kinds[priority];
      const { waitLimitMs } = isOverloaded(priority) ? rules.inOverload : rules.kinds[priority];
      kind.shed(waitLimitMs, 'busy');
      if (kind.waiting() === 0) kind.emptyAt = performance.now();
    }
    stopSweeping();
  }

  function stopSweeping(): void {
    if (sweeping === undefined || waiting() + sessions.waiting() > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  /** True when the line has not been empty for long. */
  const isOverloaded = (priority: Priority) =>
    kinds[priority].waiting() > 0 &&
    performance.now() - kinds[priority].emptyAt > LASTING * rules.kinds[priority].waitLimitMs;

  /** Places in the lines are lent as those in progress are. */
  function mayWait(priority: Priority, flow: string): Outcome {
    const kind = kinds[priority];
    const most = isOverloaded(priority) ? rules.inOverload.maxWaiting : rules.maxWaiting;
    if (waiting() >= rules.maxWaiting || kind.waiting() >= most) return 'busy';
    return kind.of(flow).waiting.length >= lent(most) ? 'too_many' : 'admitted';
  }

  function enterRoom(priority: Priority, flow: string, decide: (outcome: Outcome) => void): () => void {
    const kind = kinds[priority];
    // Those who wait have found no room. Only a flow with fewer in progress than they have can find some.
    if (hasRoom(priority, isAboveShare(priority, flow))) {
      const leave = start(priority, flow);
      decide('admitted');
      return leave;
    }
    const outcome = mayWait(priority, flow);
    if (outcome !== 'admitted') {
      decide(outcome);
      return nothing;
    }
    if (kind.waiting() === 0) kind.emptyAt = performance.now();
    sweeping ??= setInterval(sweep, SWEEP_MS).unref();
    return kind.wait(flow, () => start(priority, flow), decide);
  }

  /** Takes a session's own place before one of all. */
  function enterSession(flow: string, session: string, decide: (outcome: Outcome) => void): () => void {
    const { atOnce, maxWaiting } = rules.session;
    const isFree = () => sessions.of(session).running < atOnce || company.isAlone(flow);
    const callOwn = () => {
      while (sessions.of(session).waiting.length > 0 && isFree()) sessions.admit(session);
    };
    const begin = () => sessions.start(session, callOwn);
    if (isFree()) {
      const leave = begin();
      decide('admitted');
      return leave;
    }
    if (sessions.of(session).waiting.length >= maxWaiting) {
      decide('too_many');
      return nothing;
    }
    sweeping ??= setInterval(sweep, SWEEP_MS).unref();
    return sessions.wait(session, begin, decide);
  }

  return {
    enter(priority, { flow, session }, decide) {
      company.note(flow);
      if (session === undefined) {
        // Behind one network are many people, whose requests are not one another's.
        return enterRoom(priority, flow, (outcome) => decide(outcome === 'too_many' ? 'busy' : outcome));
      }
      let leaveRoom: () => void = nothing;
      const leaveSession = enterSession(flow, session, (outcome) => {
        if (outcome === 'admitted') leaveRoom = enterRoom(priority, flow, decide);
        else decide(outcome);
      });
      return () => {
        leaveRoom();
        leaveSession();
      };
    },
    running: () => apart.running() + sharing(),
    waiting: () => waiting() + sessions.waiting(),
  };
}
