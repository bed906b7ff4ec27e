import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, waitForEnd } from '../process-identity.ts';
import { findFreePort } from '../server-process.ts';
import { startClusterProcess } from './cluster-process.ts';

const program = fileURLToPath(new URL('./fake-program.mjs', import.meta.url));
const WITHIN = { timeout: 60_000, interval: 50 };

/** A cluster of fakes: `behave('crashing')` is how those behave that start from then on. */
async function start(processes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cashback-cluster-'));
  const port = await findFreePort();
  const environment = { FOLDER: folder, PORT: String(port), DRAIN_DELAY: '0.1' };
  const cluster = await startClusterProcess({ processes, environment, api: program, worker: program });
  onTestFinished(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    ...cluster,
    /** The process id that answers. */
    ask: async () => Number(await (await fetch(url)).text()),
    starts: () => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').map(Number),
    behave: (behavior: string) => writeFileSync(join(folder, behavior), ''),
    behaveAgain: (behavior: string) => rmSync(join(folder, behavior)),
  };
}

type Cluster = Awaited<ReturnType<typeof start>>;

/** The process ids behind the port. */
async function pidsOf({ ask }: Cluster): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 12 }, ask));
  return [...new Set(answers)].sort((one, other) => one - other);
}

test('a process that was killed is started again, and its neighbors serve meanwhile', async () => {
  const cluster = await start(2);
  const before = await pidsOf(cluster);
  expect(before).toHaveLength(2);
  const [killed = 0, kept = 0] = before;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => cluster.lines, WITHIN).toHaveLength(1);
  expect(cluster.lines[0]).toMatch(/^api-[12] ended \(SIGKILL\); it is started again in 0.5 s$/);
  expect(await pidsOf(cluster)).toContain(kept);
  await expect.poll(async () => (await pidsOf(cluster)).length, WITHIN).toBe(2);
  expect(await pidsOf(cluster)).not.toContain(killed);
});

test('a process that is killed whenever it has served for a while is back after the same short pause each time', async () => {
  const cluster = await start(1);
  for (let killed = 1; killed <= 3; killed += 1) {
    const [pid = 0] = await pidsOf(cluster);
    await wait(3_100);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => cluster.lines.length, WITHIN).toBe(killed);
    const asks = async () => (await pidsOf(cluster).catch(() => [pid]))[0];
    await expect.poll(asks, WITHIN).not.toBe(pid);
  }
  expect(new Set(cluster.lines)).toEqual(new Set(['api-1 ended (SIGKILL); it is started again in 0.5 s']));
});

test('a process crashing at its start is retried at growing intervals until it starts', async () => {
  const cluster = await start(2);
  const [killed = 0, kept = 0] = await pidsOf(cluster);
  cluster.behave('crashing');
  process.kill(killed, 'SIGKILL');
  const pauses = () =>
    cluster.lines.flatMap((line) => /it is started again in (\S+) s$/.exec(line)?.[1] ?? []).map(Number);
  await expect.poll(pauses, WITHIN).toEqual([0.5, 1]);
  // Three at the beginning, and three tries after the pause that is over.
  expect(cluster.starts()).toHaveLength(3 + 3);
  expect(await pidsOf(cluster)).toEqual([kept]);
  cluster.behaveAgain('crashing');
  await expect.poll(async () => (await pidsOf(cluster)).length, WITHIN).toBe(2);
});

test('a process that crashes while it is being replaced is there once afterwards', async () => {
  const cluster = await start(1);
  const [before = 0] = await pidsOf(cluster);
  cluster.behave('slow');
  const restarted = cluster.restart();
  process.kill(before, 'SIGKILL');
  await restarted;
  const pid = await cluster.ask();
  const running = () => cluster.starts().filter((each) => isAlive(each)).length;
  await expect.poll(running, WITHIN).toBe(2);
  expect(await pidsOf(cluster)).toEqual([pid]);
});

test('a new process that never answers fails the restart in time, and the old one stays', async () => {
  const cluster = await start(1);
  const before = await pidsOf(cluster);
  cluster.behave('silent');
  await expect(cluster.restart(1_000)).rejects.toThrow('api-1 was not ready within 1 s.');
  expect(await pidsOf(cluster)).toEqual(before);
  cluster.behaveAgain('silent');
  await cluster.restart();
  expect(await pidsOf(cluster)).not.toEqual(before);
});

test('two restarts at once happen one after the other', async () => {
  const cluster = await start(1);
  await Promise.all([cluster.restart(), cluster.restart()]);
  expect(cluster.lines).toEqual(['api-1', 'worker', 'api-1', 'worker'].map((name) => `${name} was replaced`));
  expect(await pidsOf(cluster)).toHaveLength(1);
});

test('told to stop in the middle of a restart, it leaves no process behind', async () => {
  const cluster = await start(1);
  cluster.behave('slow');
  const restarted = cluster.restart().catch((error: Error) => error.message);
  await expect.poll(() => cluster.starts().length, WITHIN).toBe(3);
  await cluster.stop();
  expect(await restarted).toMatch(/the cluster/i);
  expect(cluster.starts().filter((each) => isAlive(each))).toEqual([]);
});

test('killed outright, it takes its processes with it', async () => {
  const cluster = await start(2);
  await cluster.kill();
  for (const pid of cluster.starts()) expect(await waitForEnd(pid, 5_000)).toBe(true);
});

test('a process that ends while it answers with its metrics harms no other', async () => {
  const cluster = await start(1);
  expect(await cluster.metrics()).toMatch(/^process \d+\n$/);
  cluster.behave('tearing');
  expect(await cluster.metrics()).toBe('');
  expect(await pidsOf(cluster)).toHaveLength(1);
});
