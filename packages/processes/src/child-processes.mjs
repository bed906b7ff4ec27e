// Child processes that never outlive this one.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { whenNpmIsGone } from './end-with-npm.mjs';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Tools keep to themselves: no usage reports, no look-ups of newer versions. */
const QUIET_TOOLS = {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
  CHECKPOINT_DISABLE: '1',
  NO_UPDATE_NOTIFIER: '1',
};

const running = new Set();
let stopping = false;

/** Ends every child with all that it started: each is the leader of a process group of its own. */
export function killChildren(signal = 'SIGTERM') {
  for (const child of running) {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Gone already.
    }
  }
}

process.on('exit', () => killChildren('SIGKILL'));

/** Time for children to end what they started in turn: databases, browsers, servers. */
const GRACE_MS = 10_000;

/** Stops a script and all it started on a signal or at the end of npm. */
export function stopOnSignals(tidyUp = () => undefined) {
  const stop = () => {
    stopping = true;
    // Playwright stops its browsers and the server it tests at SIGINT only.
    killChildren('SIGINT');
    tidyUp();
    const deadline = Date.now() + GRACE_MS;
    setInterval(() => {
      if (running.size === 0 || Date.now() > deadline) process.exit(130);
    }, 50);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  whenNpmIsGone(stop);
}

/**
 * Runs a program to its end. `quiet` keeps the output back; it is always in the answer.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 1 when a signal ended it or it could not start
 */
export function run(program, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    // The script is about to end; it must not go on to its next step.
    if (stopping) return;
    const child = spawn(program, args, {
      cwd: ROOT,
      detached: true,
      env: { ...process.env, ...QUIET_TOOLS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    running.add(child);
    for (const [stream, own] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
        // A watcher may run for days; its last words are enough.
        if (output.length > 4_000_000) output = output.slice(-2_000_000);
        if (!quiet) own.write(text);
      });
    }
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 1, output: `${program}: ${error.message}` });
    });
    child.on('close', (code) => {
      running.delete(child);
      if (!stopping) resolve({ code: code ?? 1, output: output.trim() });
    });
  });
}

/** Runs one of the repository's own command-line tools. */
export function runTool(tool, args, options) {
  return run(`${ROOT}node_modules/.bin/${tool}`, args, options);
}
