import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type OsAccount, spawnAs } from './os-account.ts';
import { commandLine, isAlive, waitForEnd } from './process-identity.ts';

/**
 * fast rolls open transactions back and ends; immediate ends like a power cut, so the next start recovers.
 */
export type ShutdownMode = 'fast' | 'immediate';

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

export interface ServerProcess {
  pid: number;
  /** Resolves once the postmaster has ended and the folder may be started again. */
  stop(mode: ShutdownMode): Promise<void>;
}

export interface LaunchOptions {
  postgres: string;
  account: OsAccount;
  cluster: string;
  log: string;
  port: number;
  settings: Record<string, string>;
}

/** A TCP port of 127.0.0.1 that is free at this moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.');
  return address.port;
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * Ends the server that a killed process left behind, and clears a pid file that now names something
 * unrelated.
 */
export async function endLeftover(cluster: string): Promise<void> {
  const pid = Number(readPidFile(cluster)[0]);
  if (!(pid > 0) || !isAlive(pid)) return;
  if (!commandLine(pid).includes(cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended between the two calls.
    }
    if (await waitForEnd(pid, 5_000)) return;
  }
  throw new Error(`An earlier PostgreSQL (process ${pid}) does not end; stop it and try again.`);
}

/**
 * A shell that waits for our end of its input to close, which the kernel does however this process dies,
 * SIGKILL included, and then asks PostgreSQL to stop. A session of its own, so Ctrl-C reaches neither it nor
 * the server.
 */
function spawnWatchdog(pid: number, account: OsAccount): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    ...spawnAs(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  (watchdog.stdin as Socket | null)?.unref();
  return watchdog;
}

async function waitUntilReady(child: ChildProcess, options: LaunchOptions): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (true) {
    const file = readPidFile(options.cluster);
    if (Number(file[0]) === child.pid && file[7]?.trim() === 'ready') return;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      const tail = readFileSync(options.log, 'utf8').trim().split('\n').slice(-8).join('\n');
      throw new Error(`PostgreSQL did not start. The end of ${options.log}:\n${tail}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** Starts the postmaster on a cluster and waits until it takes connections. */
export async function launchServer(options: LaunchOptions): Promise<ServerProcess> {
  const settings: Record<string, string> = {
    port: String(options.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    fsync: 'on',
    synchronous_commit: 'on',
    ...options.settings,
  };
  const log = openSync(options.log, 'a', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(options.postgres, ['-D', options.cluster, ...flags], {
    ...spawnAs(options.account),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${options.postgres} could not be started.`);
  const watchdog = spawnWatchdog(pid, options.account);
  void ended.then(() => watchdog.kill('SIGKILL'));
  try {
    await waitUntilReady(child, options);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  // Neither keeps our process alive: when it has nothing else to do it ends, and the watchdog tidies up.
  child.unref();
  return { pid, stop: (mode) => stopServer(child, ended, mode) };
}

async function stopServer(child: ChildProcess, ended: Promise<void>, mode: ShutdownMode): Promise<void> {
  child.ref();
  child.kill(SIGNALS[mode]);
  const killing = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(killing);
}
