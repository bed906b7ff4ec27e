// Adds packages of other platforms that npm left out of package-lock.json because it could not see them,
// after which `npm ci` refuses the lock file everywhere. With --check it only reports them and fails.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCKFILE = join(import.meta.dirname, '../package-lock.json');
const OPERATING_SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** '^2.3.2' → '2.3.2': the least version the range allows. */
function leastVersion(range) {
  const [version] = /\d+\.\d+\.\d+[-+\w.]*/.exec(range) ?? [];
  if (!version) throw new Error(`No version in the range ${range}.`);
  return version;
}

/** Platform that a package's name tells: '@x/cli-linux-arm64-musl' → linux, arm64. */
function platformOf(name) {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const os =
    OPERATING_SYSTEMS.find((known) => words.includes(known)) ??
    (words.includes('windows') ? 'win32' : undefined);
  const cpu = PROCESSORS.find((known) =>
    words.some((word) => word === known || (known === 'ppc64' && word.startsWith('ppc64'))),
  );
  if (!os && !cpu) throw new Error(`The name ${name} does not say which platform it is for.`);
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGlibc = words.some((word) => word.startsWith('gnu'));
  const libc = isMusl ? 'musl' : isGlibc ? 'glibc' : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

/** The optional packages that the lock file names as dependencies but has no entry for. */
function listMissing(packages) {
  const missing = new Map();
  for (const parent of Object.values(packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      const isLocked = Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));
      if (!isLocked) missing.set(name, { range, isDev: Boolean(parent.dev) });
    }
  }
  return missing;
}

const lock = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
const missing = listMissing(lock.packages);
if (process.argv.includes('--check')) {
  if (missing.size > 0) {
    console.error(
      `package-lock.json lacks ${[...missing.keys()].join(', ')}.\nRun node scripts/complete-lockfile.mjs.`,
    );
    process.exitCode = 1;
  }
} else {
  for (const [name, { range, isDev }] of missing) {
    const platform = platformOf(name);
    lock.packages[`node_modules/${name}`] = {
      version: leastVersion(range),
      ...(isDev && { dev: true }),
      optional: true,
      ...platform,
    };
  }
  const [root, ...rest] = Object.entries(lock.packages);
  rest.sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries([root, ...rest]);
  writeFileSync(LOCKFILE, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.size} entries added.`);
}
