// Programs the tests drive and npm does not bring: a browser, a Redis, a TLS front, PostgreSQL's own for
// backups.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, runTool } from './child-processes.mjs';

export function findOnPath(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/usr/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Installs a Debian package where that is possible. Answers why not, if not. */
async function installPackage(name) {
  if (process.getuid?.() !== 0 || !findOnPath(['apt-get'])) return 'installing it needs root and apt-get';
  console.log(`Installing ${name}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update'], { quiet: true, env });
  const install = ['install', '-y', '--no-install-recommends', name];
  const { code, output } = await run('apt-get', install, { quiet: true, env });
  return code === 0 ? undefined : `apt-get failed:\n${update.code === 0 ? '' : update.output}${output}`;
}

async function findPlaywrightChromium() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return findOnPath([HEADLESS_SHELL, ...names]) ?? findPlaywrightChromium();
}

/** The same browser without the parts that draw windows: the journeys take a quarter less time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** @returns {Promise<string>} the browser's path. Throws, saying how to install it, when there is none. */
export async function ensureChromium() {
  // Another Chromium does as well where this one cannot be installed.
  if (!process.env.CHROMIUM_PATH && !findOnPath([HEADLESS_SHELL])) await installPackage(HEADLESS_SHELL);
  const existing = await findChromium();
  if (existing) return existing;
  const refusal = await installPackage('chromium');
  if (refusal) await runTool('playwright', ['install', 'chromium'], { quiet: true });
  const installed = await findChromium();
  if (installed) return installed;
  throw new Error(
    `The journeys need Chromium (${refusal}). Install it, or set CHROMIUM_PATH to a Chromium or Chrome.`,
  );
}

/**
 * @returns {Promise<string>} the path of redis-server. Throws, saying how to install it, when there is none.
 */
export async function ensureRedis() {
  const existing = findOnPath(['redis-server']);
  if (existing) return existing;
  const refusal = await installPackage('redis-server');
  const installed = findOnPath(['redis-server']);
  if (installed) return installed;
  throw new Error(
    `The tests need redis-server (${refusal}). Install it: apt install redis-server, brew install redis.`,
  );
}

/** @returns {Promise<string>} Caddy's path. Throws, saying how to install it, when there is none. */
export async function ensureCaddy() {
  const existing = findOnPath(['caddy']);
  if (existing) return existing;
  const refusal = await installPackage('caddy');
  const installed = findOnPath(['caddy']);
  if (installed) return installed;
  throw new Error(
    `The long tests need Caddy (${refusal}). Install it: apt install caddy, brew install caddy.`,
  );
}

/** Folder in which Debian keeps PostgreSQL's programs, one folder for each version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

function findPostgres() {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  return versions
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/**
 * @returns {Promise<string>} the folder of PostgreSQL's programs. Throws, saying how to install it, when
 * there is none.
 */
export async function ensurePostgres() {
  const existing = findPostgres();
  if (existing) return existing;
  const refusal = await installPackage('postgresql');
  const installed = findPostgres();
  if (installed) return installed;
  throw new Error(
    `The long tests back up a PostgreSQL with its own programs (${refusal}). Install it: apt install postgresql.`,
  );
}
