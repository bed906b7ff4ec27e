import { spawnSync } from 'node:child_process';

/** The operating-system user the server runs as; undefined means the one we already are. */
export type OsAccount = { name: string; uid: number; gid: number } | undefined;

/**
 * Options for `spawn`: PostgreSQL needs nothing from our environment, and the fewer secrets it sees the
 * better.
 */
export function spawnAs(account: OsAccount) {
  return {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' },
    ...(account && { uid: account.uid, gid: account.gid }),
  };
}

function lookUp(name: string): OsAccount {
  const read = (flag: string) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim() || NaN);
  const uid = read('-u');
  const gid = read('-g');
  return Number.isInteger(uid) && Number.isInteger(gid) ? { name, uid, gid } : undefined;
}

/**
 * Chooses the account that PostgreSQL runs as, because it refuses root: root borrows the `postgres` user and
 * creates it where it is missing. Where that is not allowed either (a read-only /etc), none is borrowed.
 */
export function chooseAccount(): OsAccount {
  if (process.getuid?.() !== 0) return undefined;
  const existing = lookUp('postgres');
  if (existing) return existing;
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]);
  return lookUp('postgres') ?? lookUp('nobody') ?? { name: 'nobody', uid: 65534, gid: 65534 };
}

/** True if the account can start this program: directories on the way, libraries and loader included. */
export function mayRun(account: OsAccount, program: string): boolean {
  return spawnSync(program, ['--version'], { ...spawnAs(account), stdio: 'ignore' }).status === 0;
}

/** True if the account can reach a directory. The system is asked, because mode bits do not show ACLs. */
export function mayEnter(account: OsAccount, directory: string): boolean {
  const options = { ...spawnAs(account), stdio: 'ignore' as const };
  return spawnSync('/bin/sh', ['-c', 'test -d "$0" && cd "$0"', directory], options).status === 0;
}
