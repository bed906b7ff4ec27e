import { spawn } from 'node:child_process';
import { findFreePort } from '../port.mjs';
import { findOnPath } from '../prerequisites.mjs';

/** A Redis of the cluster's own, which keeps nothing on disk. Throws one sentence where there is no redis-server. */
export async function startRedis() {
  const program = findOnPath(['redis-server']);
  if (program === undefined) {
    throw new Error(
      'Several processes need a Redis between them. Install redis-server (apt install redis-server, brew install redis), or set REDIS_URL.',
    );
  }
  const port = await findFreePort();
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  // In a group of its own: Ctrl-C is for the processes that use it, which it outlives.
  const child = spawn(program, own, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
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
    stop() {
      process.off('exit', endWithUs);
      child.kill('SIGTERM');
    },
  };
}
