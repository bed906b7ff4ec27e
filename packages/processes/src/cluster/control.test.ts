import { existsSync, statSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../server-process.ts';
// @ts-expect-error: plain JavaScript, which node runs before anything is built
import { askForRestart, controlPath, listenForRestarts } from './control.mjs';

type Tell = (line: string) => void;

async function listen(restart: (tell: Tell) => Promise<void>): Promise<number> {
  const port = await findFreePort();
  // The leftover of a killed cluster.
  writeFileSync(controlPath(port), '');
  const control = await listenForRestarts(port, restart);
  onTestFinished(() => control.close());
  return port;
}

test('the caller of a restart hears how it goes, until it is done', async () => {
  const port = await listen(async (tell) => {
    tell('api-1 was replaced');
    tell('worker was replaced');
  });
  const heard: string[] = [];
  await askForRestart(port, (line: string) => heard.push(line));
  expect(heard).toEqual(['api-1 was replaced', 'worker was replaced']);
});

test('why a restart failed is said, and where no cluster runs', async () => {
  const port = await listen(async () => {
    throw new Error('api-1 was not ready within 60 s.');
  });
  await expect(askForRestart(port, () => undefined)).rejects.toThrow(/^api-1 was not ready within 60 s\.$/);
  const other = await findFreePort();
  await expect(askForRestart(other, () => undefined)).rejects.toThrow(
    `No cluster of this checkout runs on port ${other}.`,
  );
});

test('only this user may ask, from the first moment on, and nothing is left behind', async () => {
  const port = await findFreePort();
  const listening = listenForRestarts(port, async () => undefined);
  expect(statSync(controlPath(port)).mode & 0o777).toBe(0o600);
  const control = await listening;
  expect(statSync(controlPath(port)).mode & 0o777).toBe(0o600);
  control.close();
  await expect.poll(() => existsSync(controlPath(port))).toBe(false);
});
