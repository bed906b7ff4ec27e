import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = [
  'api/src',
  'packages',
  'shell/src',
  'mfe-backoffice/src',
  'mfe-customer/src',
  'mfe-analytics/src',
];

const REPLACING = /\bvi\.(?:mock|doMock|resetModules|useFakeTimers|stubGlobal|stubEnv)\(/;

/** Test files that put something of their own in the place of a module, a global or the clock. */
export function listReplacingFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`)
      .filter((path) => REPLACING.test(readFileSync(join(ROOT, path), 'utf8'))),
  );
}
