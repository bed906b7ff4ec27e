// Tells in a hundredth of a second that nothing was written since the last build; turbo takes two seconds.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { ROOT } from 'processes/child-processes';

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

/** Reads and writes the stamp of the last whole build of the checkout at `root`, which ends with a slash. */
export function createBuildStamp(root = ROOT) {
  const folder = `${root}.turbo`;
  const stamp = `${folder}/built-from`;

  /** A line for each file. The system sets ctime at each write, whatever time a program gives the file. */
  function describe(path) {
    const stat = statSync(root + path);
    if (!stat.isDirectory()) return `${path} ${stat.size} ${stat.ctimeMs}\n`;
    return readdirSync(root + path)
      .filter((name) => !NO_SOURCES.has(name))
      .map((name) => describe(`${path}/${name}`))
      .join('');
  }

  function fingerprint(paths) {
    const lines = paths.filter((path) => existsSync(root + path)).map(describe);
    return createHash('sha256').update(lines.join('')).digest('hex');
  }

  const fingerprintSources = () => fingerprint(SOURCES);
  return {
    sources: SOURCES,
    /** True if the sources and what was built of them are as the last whole build left them. */
    isCurrent: () =>
      existsSync(stamp) && readFileSync(stamp, 'utf8') === `${fingerprintSources()} ${fingerprint(BUILDS)}`,
    /** Begins a build. Returns a function that stamps it, once done, with the sources as they are now. */
    begin() {
      const sources = fingerprintSources();
      return () => {
        mkdirSync(folder, { recursive: true });
        writeFileSync(stamp, `${sources} ${fingerprint(BUILDS)}`);
      };
    },
  };
}
