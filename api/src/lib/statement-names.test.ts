import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** The statements of the API's own sources: each name with its text as written. */
function listStatements(): [name: string, text: string][] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/^generated|^test\/|\.test/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(SOURCES, path), 'utf8').matchAll(
        /\bname: '(\w+)',\s*text:\s*(`[^`]*`|'[^']*'|\S+)/g,
      ),
    ])
    .map(([, name = '', text = '']) => [name, text]);
}

test('no name stands for two statements, which a connection would refuse', () => {
  const texts = new Map<string, Set<string>>();
  for (const [name, text] of listStatements()) texts.set(name, (texts.get(name) ?? new Set()).add(text));
  expect(texts.size).toBeGreaterThan(100);
  expect([...texts].filter(([, each]) => each.size > 1).map(([name]) => name)).toEqual([]);
});
