// Several API processes behind one port, and one that works off the jobs. Node's cluster hands each
// connection itself to a process, so every client's address stays visible and no proxy stands in between.
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const READY_POLL_MS = 50;
/** Time limit of a process's answer, so that a hanging one holds nothing up. */
const ANSWER_WITHIN_MS = 5_000;
/** A database that is only just too busy must not end a start: how often one is tried. */
const TRIES = 3;
/**
 * Pause before a crashed process is started again: it doubles each time, until one has served for a while. A
 * process that served and was killed is no crash loop, so one killed repeatedly is still back within seconds.
 */
const BACK_OFF_MS = { first: 500, most: 30_000, forgottenAfter: 3_000 };

/**
 * @typedef {{ name: string, program: string, env: Record<string, string>, goneWithinMs: number }} Part a
 *   process that is to run; what it may take to end by itself, before it is killed
 * @param {Part[]} parts
 * @param {(line: string) => void} say
 */
export function createSupervisor(parts, say) {
  const slots = parts.map((part) => ({ ...part, child: undefined, crashes: 0 }));
  /** All child processes, with those that are not ready yet or about to end. */
  const children = new Set();
  let isStopping = false;
  /** Queue of restarts: they run one after the other, for all callers. */
  let restarting = Promise.resolve();

  function fork({ program, env, goneWithinMs }) {
    cluster.setupPrimary({ exec: program });
    const child = {
      /** Moment of readiness; infinite until then. */
      readyAt: Number.POSITIVE_INFINITY,
      goneWithinMs,
      isToEnd: false,
      ended: undefined,
      monitoringUrl: undefined,
    };
    child.process = cluster.fork(env);
    children.add(child);
    child.gone = new Promise((resolve) => {
      const leave = (how) => {
        children.delete(child);
        child.ended ??= how;
        resolve(how);
      };
      child.process.once('exit', (code, signal) => leave(signal ?? code));
      // A process that could not be spawned has no exit; any other error is a message that could not be sent.
      child.process.on('error', (error) => child.process.process.pid === undefined && leave(error.code));
    });
    child.process.on('message', (message) => {
      child.monitoringUrl = message.monitoringUrl ?? child.monitoringUrl;
    });
    return child;
  }

  /** Asks a process's monitoring server; undefined where it has none, does not answer, or is gone. */
  async function ask({ monitoringUrl }, path) {
    if (monitoringUrl === undefined) return undefined;
    try {
      const answer = await fetch(`${monitoringUrl}${path}`, {
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const text = await answer.text();
      return answer.ok ? text : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Starts a process and returns it when it is ready. Throws where none of several gets ready in time; they
   * have been ended then.
   */
  async function startReady(slot, readyWithinMs = READY_WITHIN_MS) {
    const deadline = Date.now() + readyWithinMs;
    for (let tries = 1; ; tries += 1) {
      if (isStopping) throw new Error('The cluster is being stopped.');
      const child = fork(slot);
      const ended = await untilReady(child, deadline);
      if (ended === undefined) return child;
      if (isStopping) throw new Error('The cluster is being stopped.');
      if (Date.now() > deadline)
        throw new Error(`${slot.name} was not ready within ${readyWithinMs / 1_000} s.`);
      if (tries === TRIES) throw new Error(`${slot.name} ended at its start (${ended}).`);
      await wait(BACK_OFF_MS.first);
    }
  }

  /** Answers how the process ended, where it did not get ready. */
  async function untilReady(child, deadline) {
    for (;;) {
      const isReady = (await ask(child, '/readyz')) !== undefined;
      if (child.ended !== undefined) return child.ended;
      if (isReady && !isStopping) {
        child.readyAt = Date.now();
        return undefined;
      }
      if (isStopping || Date.now() > deadline) {
        await end(child);
        return 'not ready';
      }
      await wait(READY_POLL_MS);
    }
  }

  /** @returns the process that it replaces */
  function putIn(slot, child) {
    const before = slot.child;
    slot.child = child;
    watchOver(slot, child);
    return before;
  }

  /** Restarts a process that ended without an order to end. */
  function watchOver(slot, child) {
    void child.gone.then(async (how) => {
      if (isStopping || child.isToEnd) return;
      if (Date.now() - child.readyAt > BACK_OFF_MS.forgottenAfter) slot.crashes = 0;
      while (!isStopping && slot.child === child) {
        const pauseMs = Math.min(BACK_OFF_MS.first * 2 ** slot.crashes, BACK_OFF_MS.most);
        slot.crashes += 1;
        say(`${slot.name} ended (${how}); it is started again in ${pauseMs / 1_000} s`);
        await wait(pauseMs);
        if (isStopping || slot.child !== child) return;
        const next = await startReady(slot).catch((error) => void (isStopping || say(error.message)));
        if (next === undefined) continue;
        if (slot.child === child) putIn(slot, next);
        // A restart has put another one there meanwhile.
        else await end(next);
      }
    });
  }

  async function end(child) {
    child.isToEnd = true;
    child.process.process.kill('SIGTERM');
    const killing = setTimeout(() => child.process.process.kill('SIGKILL'), child.goneWithinMs);
    await child.gone;
    clearTimeout(killing);
  }

  /**
   * Restarts one after the other; each new process is ready before the old one is stopped, so there are never
   * fewer.
   */
  async function restartAll(tell, readyWithinMs) {
    for (const slot of slots) {
      const before = putIn(slot, await startReady(slot, readyWithinMs));
      slot.crashes = 0;
      await end(before);
      tell(`${slot.name} was replaced`);
    }
  }

  return {
    /** Resolves when all are ready. */
    async start() {
      const started = await Promise.allSettled(
        slots.map(async (slot) => {
          putIn(slot, await startReady(slot));
        }),
      );
      const failed = started.find(({ status }) => status === 'rejected');
      if (failed) throw new Error(failed.reason.message);
    },
    /** Rejects where a new process does not get ready; what ran goes on then. */
    restart(tell, readyWithinMs) {
      const next = restarting.then(() => restartAll(tell, readyWithinMs));
      restarting = next.catch(() => undefined);
      return next;
    },
    async stop() {
      isStopping = true;
      await Promise.all([...children].map(end));
    },
    /** Metrics of the process with that name; undefined where there is none. */
    async metricsOf(name) {
      const child = slots.find((slot) => slot.name === name)?.child;
      return child && (await ask(child, '/metrics'));
    },
    names: () => slots.map(({ name }) => name),
  };
}
