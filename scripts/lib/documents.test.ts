import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { OPS_COMMANDS } from './ops-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const documents = files.filter((path) => /^(?:README|docs\/.*)\.md$/.test(path));
const scripts = files
  .filter((path) => /(?:^|\/)package\.json$/.test(path))
  .flatMap((path) => Object.keys(JSON.parse(read(path)).scripts ?? {}));
const records = files.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []);

/** Files that builds, releases and installations make. */
const MADE = /^(?:remotes|release|chunks|integrity|first-paint|sbom\.cdx)\.json$|^remoteEntry\.js$/;

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** 'api/src/main.ts', 'main.ts', '.sql.ts' and 'api/src' exist; '/readyz' and 'a/<b>' are no files. */
function isMissing(path: string): boolean {
  const isFile = /^[\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|[cm]js|sql|md|sh|ya?ml|css|json)$/.test(path);
  const isFolder =
    /^(?:api|bench|deploy|docs|e2e|mfe-\w+|packages|prisma|released|scripts|shell)\/[\w@./-]*$/.test(path);
  if (!(isFile || isFolder) || /\bdist\//.test(path) || MADE.test(path)) return false;
  const end = path.startsWith('.') ? path : `/${path}`;
  return !existsSync(join(ROOT, path)) && !files.some((file) => file.endsWith(end));
}

test.each(documents)('%s names files, commands and records that exist', (document) => {
  const text = read(document);
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const named = matches(prose, /`([^`]+)`/g).flatMap((span) => span.split(/\s+/));
  const links = matches(prose, /\]\(([^)#:]+)(?:#[^)]*)?\)/g);
  expect({
    files: named.filter(isMissing),
    links: links.filter((link) => !existsSync(join(ROOT, normalize(join(dirname(document), link))))),
    commands: matches(text, /npm run ([a-z][a-z:]*)/g).filter((name) => !scripts.includes(name)),
    ops: matches(text, /npm run ops -- ([a-z:]+)/g).filter((name) => !(name in OPS_COMMANDS)),
    records: matches(prose, /[(,;] ?(0\d{3})\b(?!-)/g).filter((number) => !records.includes(number)),
  }).toEqual({ files: [], links: [], commands: [], ops: [], records: [] });
});
