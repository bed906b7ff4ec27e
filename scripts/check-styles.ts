// Checks the built styles: no front end's can change another's. Exit code 1 names the selector that could.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reachesInside, trespassesIn } from './lib/styles/style-rules.ts';

const ROOT = join(import.meta.dirname, '..');
const FRONT_ENDS = ['shell', 'mfe-backoffice', 'mfe-customer', 'mfe-analytics'];
/** Styles that the shell draws around a remote. */
const AROUND_REMOTES = [
  'shell/src/features/frame/frame.module.css',
  'shell/src/lib/centered-page.module.css',
];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function stylesOf(frontEnd: string): string[] {
  const files = readdirSync(join(ROOT, frontEnd, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css'),
  );
  if (files.length === 0) throw new Error(`${frontEnd}/dist has no styles; nothing was looked at`);
  return files;
}

const found = [
  ...FRONT_ENDS.flatMap((frontEnd) =>
    stylesOf(frontEnd).flatMap((file) =>
      trespassesIn(read(`${frontEnd}/dist/${file}`), { frontEnd, file }).map(
        (each) => `${frontEnd}/dist/${file}: ${each}`,
      ),
    ),
  ),
  ...AROUND_REMOTES.flatMap((file) => reachesInside(read(file)).map((each) => `${file}: ${each}`)),
];
for (const each of found) console.log(each);
process.exitCode = found.length > 0 ? 1 : 0;
