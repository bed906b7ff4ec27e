import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isAlive } from '../process-identity.ts';
import { pidsOf, startFakes, WITHIN } from './fake-cluster.ts';

/** Crashes and restarts that take their time, or happen at a moment. */

test('a process that is killed whenever it has served for a while is back after the same short pause each time', async () => {
  const cluster = await startFakes(1);
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
  const cluster = await startFakes(2);
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
  const cluster = await startFakes(1);
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
  const cluster = await startFakes(1);
  const before = await pidsOf(cluster);
  cluster.behave('silent');
  await expect(cluster.restart(1_000)).rejects.toThrow('api-1 was not ready within 1 s.');
  expect(await pidsOf(cluster)).toEqual(before);
  cluster.behaveAgain('silent');
  await cluster.restart();
  expect(await pidsOf(cluster)).not.toEqual(before);
});

test('told to stop in the middle of a restart, it leaves no process behind', async () => {
  const cluster = await startFakes(1);
  cluster.behave('slow');
  const restarted = cluster.restart().catch((error: Error) => error.message);
  await expect.poll(() => cluster.starts().length, WITHIN).toBe(3);
  await cluster.stop();
  expect(await restarted).toMatch(/the cluster/i);
  expect(cluster.starts().filter((each) => isAlive(each))).toEqual([]);
});
