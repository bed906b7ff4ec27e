import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount, spawnAs } from 'processes/os-account';
import { findFreePort, launchServer } from 'processes/server-process';

/**
 * A PostgreSQL as a distribution installs it, with the client programs that the bundled one lacks: for the
 * tests of backups.
 */

const VERSIONED = '/usr/lib/postgresql';
const account = chooseAccount();

/** Folder with the programs of the newest installed version. */
function findPrograms(): string {
  const versions = existsSync(VERSIONED) ? readdirSync(VERSIONED).map(Number) : [];
  const folder = join(VERSIONED, String(Math.max(...versions)), 'bin');
  if (!existsSync(join(folder, 'initdb')))
    throw new Error('The tests of backups need a PostgreSQL with its programs: apt install postgresql.');
  return folder;
}

/** A folder that the server's user may write to. */
export function makeServerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cashback-backup-'));
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Runs a program as the server's user. Throws with its output unless it ends with 0. */
export function runAsServer(program: string, args: string[], env: Record<string, string> = {}): string {
  const options = spawnAs(account);
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    env: { ...options.env, ...env, PATH: `${findPrograms()}:${options.env.PATH}` },
  });
  if (status !== 0) throw new Error(`${program}: ${stderr || error?.message}`);
  return stdout.trim();
}

export function initializeData(data: string): void {
  const initdb = join(findPrograms(), 'initdb');
  runAsServer(initdb, [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  ]);
}

export interface InstalledServer {
  port: number;
  url(database: string): string;
  stop(): Promise<void>;
}

export async function startOn(data: string, settings: Record<string, string>): Promise<InstalledServer> {
  const port = await findFreePort();
  const server = await launchServer({
    postgres: join(findPrograms(), 'postgres'),
    account,
    cluster: data,
    // Beside the data: a copy of the server is to hold nothing that only root may read.
    log: `${data}.log`,
    port,
    settings: { ...settings, fsync: 'off' },
  });
  return {
    port,
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stop: () => server.stop('fast'),
  };
}

export function removeServerFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}
