import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { findFreePort } from '../port.mjs';
import { findOnPath } from '../prerequisites.mjs';

/**
 * A shell that waits for our end of its input to close, which the kernel does however this process dies,
 * SIGKILL included, and then ends Redis. A session of its own, so Ctrl-C reaches neither: Redis is for
 * processes that it outlives.
 */
function spawnWatchdog(pid) {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill "$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  watchdog.stdin.unref();
  return watchdog;
}

/** One that ends by itself is started again after this long, so that one that cannot run costs little. */
const RESTART_AFTER_MS = 1_000;

/**
 * Resolves once it accepts connections. The password goes to its standard input: every user of the machine
 * can read a program's arguments.
 */
async function spawnRedis(program, port, password) {
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '-'];
  const child = spawn(program, own, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  child.stdin.on('error', () => undefined).end(`requirepass ${password}\n`);
  const watchdog = spawnWatchdog(child.pid);
  child.once('exit', () => watchdog.kill('SIGKILL'));
  await new Promise((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended at its start (${code}):\n${output}`)));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('Ready to accept connections')) resolve();
    });
  });
  return child;
}

/**
 * Starts a Redis of the cluster's own, which asks for the password in its `url`, keeps nothing on disk and
 * does not outlive this process; one that ends is started again. Throws one sentence where there is no
 * redis-server.
 * @param {(line: string) => void} say hears of its end, unless it was stopped, and of its next start
 */
export async function startRedis(say) {
  const program = findOnPath(['redis-server']);
  if (program === undefined) {
    throw new Error(
      'Several processes need a Redis between them. Install redis-server (apt install redis-server, brew install redis), or set REDIS_URL.',
    );
  }
  const port = await findFreePort();
  const password = randomBytes(24).toString('hex');
  let isStopping = false;
  let child = await spawnRedis(program, port, password);

  function watch() {
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      say(`Redis ended (${signal ?? code}): until it is back each process counts limits alone`);
      setTimeout(startAgain, RESTART_AFTER_MS).unref();
    });
  }
  async function startAgain() {
    if (isStopping) return;
    try {
      child = await spawnRedis(program, port, password);
    } catch (error) {
      say(error.message);
      setTimeout(startAgain, RESTART_AFTER_MS).unref();
      return;
    }
    if (isStopping) return void child.kill('SIGTERM');
    say('Redis is back');
    watch();
  }
  watch();

  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    pid: child.pid,
    stop() {
      isStopping = true;
      child.kill('SIGTERM');
    },
  };
}
