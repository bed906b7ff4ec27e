import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FRONT_ENDS = ['mfe-analytics', 'mfe-backoffice', 'mfe-customer', 'shell'];

/** What turbo makes the hash of a task from: these files, and the hashes of these tasks. */
interface Task {
  taskId: string;
  command: string;
  directory: string;
  inputs: Record<string, string>;
  dependencies: string[];
}

let tasks: Task[];

beforeAll(() => {
  const turbo = join(ROOT, 'node_modules/.bin/turbo');
  const { stdout, stderr } = spawnSync(turbo, ['run', 'build', 'typecheck', 'test', '--dry=json'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  tasks = JSON.parse(stdout).tasks;
});

/** The workspaces whose `task` has something to run. */
function workspacesWith(task: string, among = tasks): string[] {
  return among
    .filter(({ taskId, command }) => command !== '<NONEXISTENT>' && taskId.endsWith(`#${task}`))
    .map(({ taskId }) => taskId.slice(0, -task.length - 1))
    .sort();
}

/** The workspaces whose `task` is run again after a change of `file`: the cache no longer answers for it. */
function rerunAfter(file: string): (task: string) => string[] {
  expect(existsSync(join(ROOT, file))).toBe(true);
  const changed = new Set(
    tasks.filter(({ directory, inputs }) =>
      Object.keys(inputs).some((path) => join(directory, path) === file),
    ),
  );
  // A set goes on to what is added to it meanwhile.
  for (const { taskId } of changed)
    for (const task of tasks) if (task.dependencies.includes(taskId)) changed.add(task);
  return (task) => workspacesWith(task, [...changed]);
}

test('each of the five is built, checked and tested by tasks of its own', () => {
  for (const task of ['build', 'typecheck', 'test'])
    expect(workspacesWith(task)).toEqual(expect.arrayContaining(['api', ...FRONT_ENDS]));
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
  expect(rerunAfter('tsconfig.json')('typecheck')).toEqual(workspacesWith('typecheck'));
});
