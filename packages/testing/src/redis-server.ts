import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface RedisServer {
  /** 'redis://127.0.0.1:41235' */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts a real Redis that keeps nothing, on a free port by default. `program` is Debian's by default. */
export async function startRedisServer(
  program = '/usr/bin/redis-server',
  wantedPort?: number,
): Promise<RedisServer> {
  const port = wantedPort ?? (await freePort());
  const keepNothing = ['--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', ...keepNothing]);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Redis ended at its start (${code}):\n${output}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Ready to accept connections')) resolve();
    });
  });
  const endWithParent = () => child.kill('SIGKILL');
  process.once('exit', endWithParent);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', endWithParent);
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
