import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCheckout } from './clean-checkout.ts';

const ROOT = join(import.meta.dirname, '../..');
const FRONT_ENDS = ['mfe-analytics', 'mfe-backoffice', 'mfe-customer', 'shell'];

interface Task {
  taskId: string;
  hash: string;
  command: string;
}

let checkout: string;
let before: Map<string, string>;

/**
 * The hash of each task that has something to run: while it stays the same, the cache answers in its place.
 */
function hashes(): Map<string, string> {
  const turbo = join(ROOT, 'node_modules/.bin/turbo');
  const { stdout, stderr } = spawnSync(turbo, ['run', 'build', 'typecheck', 'test', '--dry=json'], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  const { tasks } = JSON.parse(stdout) as { tasks: Task[] };
  const running = tasks.filter(({ taskId, command }) => command !== '<NONEXISTENT>' && !/^\/\//.test(taskId));
  return new Map(running.map(({ taskId, hash }) => [taskId, hash]));
}

/** The workspaces whose `task` is run again after a change of `file`. */
function rerunAfter(file: string): (task: string) => string[] {
  const path = join(checkout, file);
  const content = readFileSync(path);
  appendFileSync(path, '\n');
  const after = hashes();
  writeFileSync(path, content);
  const changed = [...after].filter(([task, hash]) => before.get(task) !== hash).map(([task]) => task);
  return (task) =>
    changed
      .filter((each) => each.endsWith(`#${task}`))
      .map((each) => each.slice(0, -task.length - 1))
      .sort();
}

beforeAll(() => {
  checkout = copyCheckout();
  before = hashes();
});

afterAll(() => rmSync(checkout, { recursive: true, force: true }));

test('each of the five is built, checked and tested by tasks of its own', () => {
  for (const workspace of ['api', ...FRONT_ENDS])
    for (const task of ['build', 'typecheck', 'test']) expect(before.has(`${workspace}#${task}`)).toBe(true);
});

test.each([
  ...['mfe-analytics', 'mfe-backoffice', 'mfe-customer'].map((remote) => [remote, `${remote}/src/app.tsx`]),
  ['mfe-customer', 'mfe-customer/rspack.config.mjs'],
  ['shell', 'shell/src/bootstrap.tsx'],
  ['shell', 'shell/index.html'],
])('a change in %s builds, checks and tests it alone (%s)', (workspace, file) => {
  const again = rerunAfter(file);
  expect(again('build')).toEqual([workspace]);
  expect(again('typecheck')).toEqual([workspace]);
  expect(again('test').filter((each) => each !== 'e2e')).toEqual([workspace]);
});

test.each(['packages/ui/src/button.tsx', 'packages/federation/src/rspack.mjs'])(
  'a change in what the front ends share builds the four and not the API (%s)',
  (file) => {
    expect(rerunAfter(file)('build')).toEqual(FRONT_ENDS);
  },
);

test('a change in the rules of both sides builds all five', () => {
  expect(rerunAfter('packages/domain/src/money.ts')('build')).toEqual(['api', ...FRONT_ENDS]);
});

test.each(['api/src/main.ts', 'prisma/schema.prisma'])(
  'a change in the API builds the API alone; the users of its types are checked again (%s)',
  (file) => {
    const again = rerunAfter(file);
    expect(again('build')).toEqual(['api']);
    expect(again('typecheck')).toEqual(['api', 'bench', 'e2e', ...FRONT_ENDS]);
  },
);

test.each([
  ['api', 'api/src/env.test.ts'],
  ['mfe-customer', 'mfe-customer/src/lib/call.test.ts'],
  ['domain', 'packages/domain/src/money.test.ts'],
])('a change in a test of %s builds nothing', (workspace, file) => {
  const again = rerunAfter(file);
  expect(again('build')).toEqual([]);
  expect(again('test')).toEqual([workspace]);
});

test('what a test reads of another workspace is an input of it', () => {
  expect(rerunAfter('packages/ui/src/tokens.css')('test')).toContain('domain');
});

test("the compiler's options are an input of every type check", () => {
  const every = [...before.keys()].filter((task) => task.endsWith('#typecheck'));
  expect(rerunAfter('tsconfig.json')('typecheck')).toHaveLength(every.length);
});
