import type { ChildProcess } from 'node:child_process';
import { addressesOf } from 'database/migrate';
import { findFreePort } from 'processes/server-process';
import { startChild, stopChild } from './child-process.ts';

const READY_TIMEOUT_MS = 60_000;

/** A process does not start without one; it guards nothing. */
export const UNUSED_KEY = Buffer.alloc(32).toString('base64');

export interface HttpProcess {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

async function waitUntilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const ready = await fetch(`http://localhost:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${child.spawnargs.join(' ')} did not become ready.`);
}

/** Starts one Node process that serves HTTP on a free port and answers /readyz. */
export async function startHttpProcess(
  args: string[],
  environment: Record<string, string>,
): Promise<HttpProcess> {
  const port = await findFreePort();
  const child = startChild(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
    stdio: ['ignore', 2, 2],
  });
  await waitUntilReady(child, port);
  return { port, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

interface AppDatabase {
  appUrl: string;
  tokenSecret: string;
}

/**
 * Environment of the product's processes as they are deployed: its own defaults, behind a proxy on this
 * machine.
 */
export const productEnvironment = (database: AppDatabase) => ({
  NODE_ENV: 'production',
  ...addressesOf(database.appUrl),
  TOKEN_SECRET: database.tokenSecret,
  KEY_ENCRYPTION_KEY: UNUSED_KEY,
  TRUST_PROXY: 'loopback',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
});

/** The product's API: the built file. */
export function startApi(
  database: AppDatabase,
  nodeArguments: string[] = [],
  program = 'api/dist/main.js',
): Promise<HttpProcess> {
  return startHttpProcess([...nodeArguments, program], productEnvironment(database));
}
