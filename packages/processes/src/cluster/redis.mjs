import { spawn } from 'node:child_process';
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

/**
 * Starts a Redis of the cluster's own, which keeps nothing on disk and does not outlive this process. Throws
 * one sentence where there is no redis-server.
 * @param {(line: string) => void} say hears of its end, unless it was stopped
 */
export async function startRedis(say) {
  const program = findOnPath(['redis-server']);
  if (program === undefined) {
    throw new Error(
      'Several processes need a Redis between them. Install redis-server (apt install redis-server, brew install redis), or set REDIS_URL.',
    );
  }
  const port = await findFreePort();
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(program, own, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const watchdog = spawnWatchdog(child.pid);
  let isStopping = false;
  child.once('exit', (code, signal) => {
    watchdog.kill('SIGKILL');
    if (!isStopping)
      say(`Redis ended (${signal ?? code}): until the next start each process counts limits alone`);
  });
  await new Promise((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended at its start (${code}):\n${output}`)));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('Ready to accept connections')) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid,
    stop() {
      isStopping = true;
      child.kill('SIGTERM');
    },
  };
}
