import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Plain JavaScript, as a start reads it before any TypeScript: the compiler has no types of it. */
const MODULE = './build-stamp.mjs';
const { createBuildStamp } = (await import(MODULE)) as {
  createBuildStamp(root: string): { sources: string[]; isCurrent(): boolean; begin(): () => void };
};

let root: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'cashback-build-'))}/`;
  write('api/src/main.ts', 'one');
  write('packages/domain/src/money.ts', 'one');
  write('package-lock.json', '{}');
  write('prisma/schema.prisma', 'one');
  createBuildStamp(root).begin()();
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const isCurrent = () => createBuildStamp(root).isCurrent();

test('a build is current until a source, the lock file or the schema changes', () => {
  expect(isCurrent()).toBe(true);
  for (const path of ['packages/domain/src/money.ts', 'package-lock.json', 'prisma/schema.prisma']) {
    appendFileSync(join(root, path), ' ');
    expect(isCurrent(), path).toBe(false);
    createBuildStamp(root).begin()();
    expect(isCurrent(), path).toBe(true);
  }
});

/** Waits for the next tick of the file system's clock: within one, two writes look like one. */
function untilNextTick(path: string): void {
  const probe = join(root, 'probe');
  const { ctimeMs } = statSync(path);
  do writeFileSync(probe, '');
  while (statSync(probe).ctimeMs <= ctimeMs);
}

test('a change shows that keeps length and time, and so does a file that comes or goes', () => {
  const path = join(root, 'api/src/main.ts');
  const time = new Date('2026-11-23T12:00:00Z');
  utimesSync(path, time, time);
  createBuildStamp(root).begin()();
  untilNextTick(path);
  writeFileSync(path, 'two');
  utimesSync(path, time, time);
  expect(isCurrent()).toBe(false);
  createBuildStamp(root).begin()();
  write('shell/src/new.ts', 'new');
  expect(isCurrent()).toBe(false);
  createBuildStamp(root).begin()();
  rmSync(path);
  expect(isCurrent()).toBe(false);
});

test('an edit during a build, and a build that is no longer there, are built again', () => {
  const stamp = createBuildStamp(root).begin();
  write('api/dist/main.js', 'built');
  appendFileSync(join(root, 'api/src/main.ts'), 'edited meanwhile');
  stamp();
  expect(isCurrent()).toBe(false);
  createBuildStamp(root).begin()();
  rmSync(join(root, 'api/dist/main.js'));
  expect(isCurrent()).toBe(false);
});

test('what is installed or cached beside the sources is none of them', () => {
  write('api/node_modules/pg/index.js', 'one');
  write('shell/.turbo/turbo-build.log', 'one');
  expect(isCurrent()).toBe(true);
});

test('whatever a build task of turbo reads outside its workspace is a source', () => {
  const text = readFileSync(join(import.meta.dirname, '../../turbo.json'), 'utf8');
  const { tasks } = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')) as {
    tasks: Record<string, { inputs?: string[] }>;
  };
  const building = Object.entries(tasks).filter(([name]) => /build$|db:generate$/.test(name));
  const outside = building.flatMap(([name, { inputs = [] }]) =>
    inputs
      .filter((input) => name.startsWith('//') || input.startsWith('$TURBO_ROOT$/'))
      .map((input) => input.replace('$TURBO_ROOT$/', '')),
  );
  expect(outside).not.toEqual([]);
  expect(createBuildStamp(root).sources).toEqual(expect.arrayContaining(outside));
});
