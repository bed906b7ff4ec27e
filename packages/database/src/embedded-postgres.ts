import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAccount, type OsAccount, spawnAs } from 'processes/os-account';
import {
  endLeftover,
  findFreePort,
  type LaunchOptions,
  launchServer,
  type ServerProcess,
  type ShutdownMode,
} from 'processes/server-process';
import { type ClusterDirectory, lockClusterDirectory, openClusterDirectory } from './cluster-directory.ts';
import { locateBinaries, type NativeBinaries } from './native-binaries.ts';

export interface EmbeddedPostgresOptions {
  /** Made if missing. Where the server's user cannot enter it, a folder under /var/tmp stands in. */
  dataDirectory: string;
  /** 0 or undefined picks a free one. */
  port?: number;
  /** Server settings (`postgresql.conf` names), over the durable defaults. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  readonly port: number;
  /** The postmaster's process id; changes with `restart`. */
  readonly pid: number;
  /** The folder that the data is really in. */
  readonly dataDirectory: string;
  readonly appPassword: string;
  readonly tokenSecret: string;
  readonly keyEncryptionKey: string;
  /** Address as the superuser `postgres`: for migrations and seeds, never for the API. */
  ownerUrl(database?: string): string;
  /** Address as `cashback_app`, which can log in once `migrate` has run. */
  appUrl(database: string): string;
  stop(mode?: ShutdownMode): Promise<void>;
  restart(mode?: ShutdownMode): Promise<void>;
}

async function run(program: string, args: string[], account: OsAccount): Promise<void> {
  const child = spawn(program, args, { ...spawnAs(account), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`Preparing the local database failed:\n${output.trim()}`);
}

/** initdb into a neighbor, renamed when complete: an interrupted first start leaves nothing half made. */
async function createCluster(directory: ClusterDirectory, initdb: string, account: OsAccount): Promise<void> {
  const staging = join(directory.root, 'cluster.new');
  const passwordFile = join(directory.root, 'password.new');
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  writeFileSync(passwordFile, directory.secrets.ownerPassword, { mode: 0o600 });
  if (account) {
    for (const path of [staging, passwordFile]) chownSync(path, account.uid, account.gid);
  }
  // The built-in locale sorts and folds alike on every machine, whatever locales it has installed.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    await run(initdb, [`--pgdata=${staging}`, ...access, ...locale, '--no-instructions'], account);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(staging, directory.cluster);
}

async function ensureCluster(
  directory: ClusterDirectory,
  binaries: NativeBinaries,
  account: OsAccount,
): Promise<void> {
  if (!existsSync(directory.cluster)) return createCluster(directory, binaries.initdb, account);
  const made = readFileSync(join(directory.cluster, 'PG_VERSION'), 'utf8').trim();
  if (made !== binaries.majorVersion) {
    throw new Error(
      `${directory.root} was made by PostgreSQL ${made}, the bundled one is ${binaries.majorVersion}; delete that folder.`,
    );
  }
  await endLeftover(directory.cluster);
}

/** Another process may take a free port before the server binds it; then another one is tried. */
async function launchOnFreePort(
  options: Omit<LaunchOptions, 'port'>,
): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { server: await launchServer({ ...options, port }), port };
    } catch (error) {
      if (attempt === 5 || !String(error).includes('Address already in use')) throw error;
    }
  }
}

/** As in deploy/: a phone in the log would stay there after an erasure. */
const NO_VALUES_IN_LOG = { log_parameter_max_length: '0', log_error_verbosity: 'terse' };

/**
 * Starts a real PostgreSQL from the bundled binaries on 127.0.0.1, keeping its data between starts. It ends
 * with `stop`, and also when this process dies in whatever way.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const account = chooseAccount();
  const directory = openClusterDirectory(options.dataDirectory, account, log);
  const unlock = await lockClusterDirectory(directory.root);
  try {
    const binaries = await locateBinaries(account);
    await ensureCluster(directory, binaries, account);
    if (existsSync(directory.log)) renameSync(directory.log, `${directory.log}.previous`);
    const settings = { ...NO_VALUES_IN_LOG, ...options.settings };
    const launch = {
      postgres: binaries.postgres,
      account,
      cluster: directory.cluster,
      log: directory.log,
      settings,
    };
    const started = options.port
      ? { server: await launchServer({ ...launch, port: options.port }), port: options.port }
      : await launchOnFreePort(launch);
    return controlOf(started.server, { ...launch, port: started.port }, directory, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function controlOf(
  first: ServerProcess,
  launch: LaunchOptions,
  directory: ClusterDirectory,
  unlock: () => void,
): EmbeddedPostgres {
  let server: ServerProcess = first;
  const { ownerPassword, appPassword, tokenSecret, keyEncryptionKey } = directory.secrets;
  const url = (user: string, password: string, database: string) =>
    `postgresql://${user}:${password}@127.0.0.1:${launch.port}/${database}`;
  return {
    port: launch.port,
    get pid() {
      return server.pid;
    },
    dataDirectory: directory.root,
    appPassword,
    tokenSecret,
    keyEncryptionKey,
    ownerUrl: (database = 'postgres') => url('postgres', ownerPassword, database),
    appUrl: (database) => url('cashback_app', appPassword, database),
    async stop(mode = 'fast') {
      await server.stop(mode);
      unlock();
    },
    async restart(mode = 'fast') {
      await server.stop(mode);
      server = await launchServer(launch);
    },
  };
}
