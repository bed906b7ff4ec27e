import { expect, test } from 'vitest';
import { waitForEnd } from '../process-identity.ts';
import { pidsOf, startFakes, WITHIN } from './fake-cluster.ts';

test('a process that was killed is started again, and its neighbors serve meanwhile', async () => {
  const cluster = await startFakes(2);
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

test('a new process that crashes at its start fails the restart, and the old one stays', async () => {
  const cluster = await startFakes(1);
  const before = await pidsOf(cluster);
  cluster.behave('crashing');
  await expect(cluster.restart()).rejects.toThrow('api-1 ended at its start (7).');
  expect(await pidsOf(cluster)).toEqual(before);
});

test('two restarts at once happen one after the other', async () => {
  const cluster = await startFakes(1);
  await Promise.all([cluster.restart(), cluster.restart()]);
  expect(cluster.lines).toEqual(['api-1', 'worker', 'api-1', 'worker'].map((name) => `${name} was replaced`));
  expect(await pidsOf(cluster)).toHaveLength(1);
});

test('killed outright, it takes its processes with it', async () => {
  const cluster = await startFakes(2);
  await cluster.kill();
  for (const pid of cluster.starts()) expect(await waitForEnd(pid, WITHIN.timeout)).toBe(true);
});

test('a process that ends while it answers with its metrics harms no other', async () => {
  const cluster = await startFakes(1);
  expect(await cluster.metrics()).toMatch(/^process \d+\n$/);
  cluster.behave('tearing');
  expect(await cluster.metrics()).toBe('');
  expect(await pidsOf(cluster)).toHaveLength(1);
});
