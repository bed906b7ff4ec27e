// Tells in a hundredth of a second what turbo takes two to find out: nothing was written since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { ROOT } from 'processes/child-processes';

const FOLDER = `${ROOT}.turbo`;
const STAMP = `${FOLDER}/built-from`;
const PARTS = ['api', 'shell', 'mfe-backoffice', 'mfe-customer', 'mfe-analytics'];
const BUILDS = PARTS.map((part) => `${part}/dist`);
/** All that a build may read. A file too many costs a run of turbo, one too few would leave an old build. */
const SOURCES = [
  ...PARTS,
  'packages',
  'prisma/schema.prisma',
  'scripts/prisma-generate.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'turbo.json',
];
const NO_SOURCES = new Set(['node_modules', 'dist', '.turbo', '.mf']);

/** A line for each file. The system sets ctime at each write, whatever time a program gives the file. */
function describe(path) {
  const stat = statSync(ROOT + path);
  if (!stat.isDirectory()) return `${path} ${stat.size} ${stat.ctimeMs}\n`;
  return readdirSync(ROOT + path)
    .filter((name) => !NO_SOURCES.has(name))
    .map((name) => describe(`${path}/${name}`))
    .join('');
}

function fingerprint(paths) {
  const lines = paths.filter((path) => existsSync(ROOT + path)).map(describe);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/** The sources as they are now. Taken before a build, so that an edit during the build shows afterwards. */
export const fingerprintSources = () => fingerprint(SOURCES);

/** @param {string} sources what `fingerprintSources` said before the build */
export function stampBuild(sources) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(STAMP, `${sources} ${fingerprint(BUILDS)}`);
}

/** True if the sources and what was built of them are as the last whole build left them. */
export function isBuilt() {
  return (
    existsSync(STAMP) && readFileSync(STAMP, 'utf8') === `${fingerprintSources()} ${fingerprint(BUILDS)}`
  );
}
