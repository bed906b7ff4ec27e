import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const STATES = ['held', 'document', 'not held', 'n/a'];
/** Requirements of OWASP ASVS 5.0.0 of levels 1 and 2, by chapter. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

interface Line {
  id: string;
  state: string;
  where: string;
  files: string[];
}

const lines: Line[] = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => {
    const [id = '', , state = '', where = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const files = [...where.matchAll(/`([^`]+\.[a-z]+)`/g)].map(([, file = '']) => file);
    return { id, state, where, files };
  });

test('every requirement of both levels has one line, and each says how it stands', () => {
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  const ofChapter = REQUIREMENTS.map((_, index) => lines.filter(({ id }) => id.startsWith(`${index + 1}.`)));
  expect(ofChapter.map(({ length }) => length)).toEqual(REQUIREMENTS);
  expect(lines.filter(({ state, where }) => !STATES.includes(state) || where === '')).toEqual([]);
});

test('what is held names its tests, and what a document says names that document', () => {
  const untested = lines.filter(
    ({ state, files }) => state === 'held' && !files.some((file) => /\.(?:test\.tsx?|spec\.ts)$/.test(file)),
  );
  expect(untested).toEqual([]);
  expect(lines.filter(({ state, files }) => state === 'document' && files.length === 0)).toEqual([]);
});
