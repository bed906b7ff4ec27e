import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, waitForEnd } from '../process-identity.ts';

const { REDIS_SERVER_PATH = '/usr/bin/redis-server', PATH } = process.env;

/** A process that starts a Redis and says what becomes of it; at an empty line it stops it. */
async function startInAnotherProcess(): Promise<{
  owner: ChildProcess;
  pid: number;
  url: string;
  said: () => string;
}> {
  const code = `import { startRedis } from '${import.meta.dirname}/redis.mjs';
    const redis = await startRedis(console.log);
    console.log(redis.pid, redis.url);
    process.stdin.once('data', () => { redis.stop(); process.stdin.destroy(); });`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, PATH: `${dirname(REDIS_SERVER_PATH)}:${PATH}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void owner.kill('SIGKILL'));
  let output = '';
  owner.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(owner.stdout as NodeJS.ReadableStream, 'data');
  const [pid, url = ''] = output.trim().split(' ');
  return { owner, pid: Number(pid), url, said: () => output };
}

test('a process killed outright takes its Redis with it', async () => {
  const { owner, pid } = await startInAnotherProcess();
  expect(isAlive(pid)).toBe(true);
  owner.kill('SIGKILL');
  expect(await waitForEnd(pid, 10_000)).toBe(true);
});

/** The answer of the Redis at `url` to these lines, sent as they are. */
async function answerTo(url: string, ...lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.write(`${[...lines, 'QUIT'].join('\r\n')}\r\n`);
  await once(socket, 'close');
  return answer;
}

test('it answers only who has the password of its address', async () => {
  const { url } = await startInAnotherProcess();
  expect(await answerTo(url, 'FLUSHALL')).toMatch(/^-NOAUTH /);
  const { password } = new URL(url);
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  expect(await answerTo(url, 'AUTH wrong', 'FLUSHALL')).toMatch(/^-WRONGPASS .*\r\n-NOAUTH /);
  expect(await answerTo(url, `AUTH ${password}`, 'FLUSHALL')).toMatch(/^\+OK\r\n\+OK\r\n/);
});

test('told to stop, it ends without a word', async () => {
  const { owner, pid, url, said } = await startInAnotherProcess();
  const gone = once(owner, 'exit');
  owner.stdin?.write('\n');
  expect(await gone).toEqual([0, null]);
  expect(await waitForEnd(pid, 10_000)).toBe(true);
  expect(said()).toBe(`${pid} ${url}\n`);
});

test('one that ends by itself is reported and started again at its address, and does not outlive its owner either', async () => {
  const { owner, pid, url, said } = await startInAnotherProcess();
  process.kill(pid, 'SIGKILL');
  await expect.poll(said).toContain('Redis ended (SIGKILL)');
  await expect.poll(said).toContain('Redis is back');
  const info = await answerTo(url, `AUTH ${new URL(url).password}`, 'INFO server');
  const next = Number(/process_id:(\d+)/.exec(info)?.[1]);
  expect(next).not.toBe(pid);
  owner.kill('SIGKILL');
  expect(await waitForEnd(next, 10_000)).toBe(true);
});
