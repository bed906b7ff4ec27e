// Several API processes behind one port, and one that works off the jobs. Node's cluster hands each connection itself to a
// process, so that everybody's address stays what it is and nobody stands in between.
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const READY_POLL_MS = 50;
/** A database that is only just too busy must not end a start: how often one is tried. */
const TRIES = 3;
/** What a process may take to end by itself, its delay included; then it is killed. */
const GONE_WITHIN_MS = 45_000;
/** Before a process that crashed is started again: more each time, until one has lived for a while. */
const BACK_OFF_MS = { first: 500, most: 30_000, forgottenAfter: 60_000 };

/**
 * @typedef {{ name: string, program: string, env: Record<string, string> }} Part a process that is to run
 * @param {Part[]} parts
 * @param {(line: string) => void} say
 */
export function createSupervisor(parts, say) {
  const slots = parts.map((part) => ({ ...part, child: undefined, crashes: 0 }));
  let isStopping = false;
  /** Restarts one after the other, whoever asks. */
  let restarting = Promise.resolve();

  function fork({ name, program, env }) {
    cluster.setupPrimary({ exec: program });
    const child = { name, startedAt: Date.now(), isToEnd: false, operatorUrl: undefined };
    child.process = cluster.fork(env);
    child.gone = new Promise((resolve) => {
      child.process.once('exit', (code, signal) => resolve(signal ?? code));
    });
    child.process.on('message', (message) => {
      child.operatorUrl = message.operatorUrl ?? child.operatorUrl;
    });
    return child;
  }

  async function isReady({ operatorUrl }) {
    if (operatorUrl === undefined) return false;
    const answer = await fetch(`${operatorUrl}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.ok === true;
  }

  /** Throws where no process of several gets ready in time; they are gone then. */
  async function startReady(slot, readyWithinMs = READY_WITHIN_MS) {
    const deadline = Date.now() + readyWithinMs;
    for (let tries = 1; ; tries += 1) {
      const child = fork(slot);
      const ended = await untilReady(child, deadline);
      if (ended === undefined) {
        watchOver(slot, child);
        return child;
      }
      if (isStopping) throw new Error('The cluster is being stopped.');
      if (Date.now() > deadline)
        throw new Error(`${slot.name} was not ready within ${readyWithinMs / 1_000} s.`);
      if (tries === TRIES) throw new Error(`${slot.name} ended at its start (${ended}).`);
      await wait(BACK_OFF_MS.first);
    }
  }

  /** Answers how the process ended, where it did not get ready. */
  async function untilReady(child, deadline) {
    let ended;
    void child.gone.then((how) => {
      ended = how;
    });
    while (!(await isReady(child))) {
      if (ended !== undefined) return ended;
      if (isStopping || Date.now() > deadline) {
        await end(child);
        return 'not ready';
      }
      await wait(READY_POLL_MS);
    }
    return undefined;
  }

  /** Starts it again when it ends though nobody told it to. */
  function watchOver(slot, child) {
    void child.gone.then(async (how) => {
      if (isStopping || child.isToEnd) return;
      if (Date.now() - child.startedAt > BACK_OFF_MS.forgottenAfter) slot.crashes = 0;
      while (!isStopping && slot.child === child) {
        const pauseMs = Math.min(BACK_OFF_MS.first * 2 ** slot.crashes, BACK_OFF_MS.most);
        slot.crashes += 1;
        say(`${slot.name} ended (${how}); it is started again in ${pauseMs / 1_000} s`);
        await wait(pauseMs);
        if (isStopping || slot.child !== child) return;
        slot.child = await startReady(slot).catch((error) => {
          say(error.message);
          return child;
        });
      }
    });
  }

  async function end(child) {
    child.isToEnd = true;
    child.process.process.kill('SIGTERM');
    const tooLong = wait(GONE_WITHIN_MS, 'late', { ref: false });
    if ((await Promise.race([child.gone, tooLong])) !== 'late') return;
    child.process.process.kill('SIGKILL');
    await child.gone;
  }

  /** One after the other, each ready before the one it replaces is told to stop: there are never fewer than before. */
  async function restartAll(tell, readyWithinMs) {
    for (const slot of slots) {
      const before = slot.child;
      const next = await startReady(slot, readyWithinMs);
      slot.child = next;
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
          slot.child = await startReady(slot);
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
      await Promise.all(slots.map(({ child }) => child && end(child)));
    },
    /** What a process of that name tells of itself; undefined where there is none. */
    async metricsOf(name) {
      const child = slots.find((slot) => slot.name === name)?.child;
      const answer =
        child?.operatorUrl && (await fetch(`${child.operatorUrl}/metrics`).catch(() => undefined));
      return answer?.ok ? await answer.text() : undefined;
    },
    names: () => slots.map(({ name }) => name),
  };
}
