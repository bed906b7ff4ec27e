import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../child-process.ts';
import type { Slice } from '../purchase-stock.ts';

const PLACES = ['/usr/bin/pgbench', '/usr/local/bin/pgbench', '/opt/homebrew/bin/pgbench'];

/** Throws a sentence that says what to install. */
export function locatePgbench(): string {
  const found = PLACES.find((place) => existsSync(place));
  if (found) return found;
  throw new Error(
    'pgbench is not on this machine, so there is nothing to compare with: install postgresql-contrib (Debian, Ubuntu) ' +
      'or postgresql (Homebrew); the PostgreSQL that npm brings has no pgbench.',
  );
}

export interface PgbenchOrder {
  script: 'one' | 'five';
  appUrl: string;
  clients: number;
  slice: Slice;
  /** Left out: new server processes fill their caches, as those of the API did long ago. */
  rampSeconds: number;
  seconds: number;
}

function perSecondAfter(rampSeconds: number, progress: string): number {
  const rates = [...progress.matchAll(/^progress: ([\d.]+) s, ([\d.]+) tps/gm)].map(([, time, rate]) => ({
    time: Number(time),
    rate: Number(rate),
  }));
  const counted = rates.filter(({ time }) => time > rampSeconds + 0.5).map(({ rate }) => rate);
  return counted.reduce((sum, rate) => sum + rate, 0) / counted.length;
}

/**
 * Confirmations a second when nothing stands between the client and the server: prepared statements, sent by
 * a program in C. Each client takes every `clients`-th purchase of the slice. Throws when a statement failed.
 */
export async function runPgbench(
  program: string,
  order: PgbenchOrder,
): Promise<{ perSecond: number; confirmed: number }> {
  const { hostname, port, username, password, pathname } = new URL(order.appUrl);
  const variables = { first: order.slice.first, clients: order.clients, next: -1 };
  const { stdout, stderr } = await runChild(
    program,
    [
      ...['--no-vacuum', '--protocol=prepared', '--progress=1', '--jobs=2'],
      `--client=${order.clients}`,
      `--time=${order.rampSeconds + order.seconds}`,
      `--file=${join(import.meta.dirname, `pgbench-${order.script}.sql`)}`,
      ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
      ...[`--host=${hostname}`, `--port=${port}`, `--username=${username}`, pathname.slice(1)],
    ],
    { env: { PATH: process.env.PATH, PGPASSWORD: decodeURIComponent(password) } },
  );
  const confirmed = Number(stdout.match(/actually processed: (\d+)/)?.[1]);
  return { perSecond: perSecondAfter(order.rampSeconds, stderr), confirmed };
}
