import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { mayEnter, type OsAccount } from 'processes/os-account';
import { processIdentity, waitForEnd } from 'processes/process-identity';

export interface LocalSecrets {
  ownerPassword: string;
  appPassword: string;
  /** 64 hexadecimal digits, for the API's TOKEN_SECRET. */
  tokenSecret: string;
  /** 32 bytes as base64, for the API's KEY_ENCRYPTION_KEY. */
  keyEncryptionKey: string;
}

/** One folder holds all that belongs together: the cluster, the passwords that open it, its log. */
export interface ClusterDirectory {
  root: string;
  cluster: string;
  log: string;
  secrets: LocalSecrets;
}

function elsewhere(requested: string): string {
  const hash = createHash('sha256').update(realpathSync(requested)).digest('hex').slice(0, 12);
  const root = `/var/tmp/cashback-${hash}`;
  mkdirSync(root, { recursive: true });
  // The name can be guessed, so a folder made by another user must not receive our passwords.
  if (lstatSync(root).isSymbolicLink() || lstatSync(root).uid !== process.getuid?.()) {
    throw new Error(`${root} belongs to another user; remove it or set DATABASE_URL.`);
  }
  return root;
}

function chooseRoot(requested: string, account: OsAccount, log: (line: string) => void): string {
  const root = resolve(requested);
  mkdirSync(root, { recursive: true });
  if (!account) return root;
  chmodSync(root, 0o711);
  if (mayEnter(account, root)) return root;
  const other = elsewhere(root);
  chmodSync(other, 0o711);
  log(`The database is kept in ${other}: the user ${account.name} it runs as cannot enter ${root}.`);
  return other;
}

function loadSecrets(path: string, clusterExists: boolean): LocalSecrets {
  if (clusterExists && !existsSync(path)) {
    throw new Error(
      `The passwords of the local database are gone (${path}); delete that folder to begin afresh.`,
    );
  }
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<LocalSecrets>) : {};
  const secrets: LocalSecrets = {
    ownerPassword: known.ownerPassword ?? randomBytes(24).toString('hex'),
    appPassword: known.appPassword ?? randomBytes(24).toString('hex'),
    tokenSecret: known.tokenSecret ?? randomBytes(32).toString('hex'),
    keyEncryptionKey: known.keyEncryptionKey ?? randomBytes(32).toString('base64'),
  };
  if (Object.keys(secrets).some((key) => !(key in known))) {
    writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return secrets;
}

/** Makes or opens the folder; the cluster itself may not exist yet. */
export function openClusterDirectory(
  requested: string,
  account: OsAccount,
  log: (line: string) => void,
): ClusterDirectory {
  const root = chooseRoot(requested, account, log);
  const cluster = join(root, 'cluster');
  const owner = existsSync(cluster) ? lstatSync(cluster).uid : undefined;
  if (owner !== undefined && owner !== (account?.uid ?? process.getuid?.())) {
    throw new Error(`${cluster} belongs to another user; start as the user who made it, or delete ${root}.`);
  }
  const secrets = loadSecrets(join(root, 'secrets.json'), owner !== undefined);
  return { root, cluster, log: join(root, 'server.log'), secrets };
}

/** A holder that was just killed, or is about to end, gets this long. */
const HANDOVER_MS = 2_000;

/**
 * Takes the folder for this process. A holder that no longer runs is ignored, so a killed process blocks no
 * other.
 * @returns the function that gives it back
 */
export async function lockClusterDirectory(root: string): Promise<() => void> {
  const path = join(root, 'holder');
  const holder = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const pid = Number(holder.split(':')[0]);
  if (pid > 0 && processIdentity(pid) === holder && !(await waitForEnd(pid, HANDOVER_MS))) {
    throw new Error(
      `The local database in ${root} is in use by another process (${pid}). Stop that one first.`,
    );
  }
  rmSync(path, { force: true });
  writeFileSync(path, processIdentity(process.pid) ?? '', { flag: 'wx' });
  return () => rmSync(path, { force: true });
}
