import { randomUUID } from 'node:crypto';
import { applyErasures } from 'api/commands/apply-erasures';
import { openSecrets } from 'api/commands/open-secrets';
import { verifyDatabase, verifyDatabaseRollups } from 'api/commands/verify-database';
import { keyRing } from 'api/lib/sealed';
import type { ListedErasure } from 'database/backup/erasure-list';
import type { Manifest } from 'database/backup/manifest';
import { countRows } from 'database/backup/take-backup';
import { compareSchemas, describeSchema } from 'database/describe-schema';
import { ensureDatabase, migrate } from 'database/migrate';
import { dropDatabase } from 'database/test-server';
import pg from 'pg';

export interface Proof {
  what: string;
  /** The finding, in one line. */
  found: string;
  /** Empty: it holds. */
  problems: string[];
}

export interface Restored {
  /** The restored database, as a superuser of its server. */
  url: string;
  /** The backup's manifest; a server restored to a moment by its own log has none. */
  manifest?: Manifest | undefined;
  /** The list that is kept beside the backups. */
  erasures?: readonly ListedErasure[] | undefined;
  /** Undefined: it is unknown if sealed secrets open. */
  keys: [Buffer, ...Buffer[]] | undefined;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function proveRows({ url, manifest }: Restored): Promise<Proof> {
  const rows = await withClient(url, countRows);
  const expected = manifest?.rows ?? rows;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const problems = [...new Set([...Object.keys(expected), ...Object.keys(rows)])]
    .filter((table) => rows[table] !== expected[table])
    .map((table) => `${table}: ${rows[table] ?? 'no table'} instead of ${expected[table] ?? 'no table'}`);
  if (total === 0) problems.push('nothing at all was restored');
  const found = `${total} rows in ${Object.keys(rows).length} tables`;
  return { what: 'rows', found: manifest ? `${found}, as they were counted` : found, problems };
}

async function proveMigrations({ url }: Restored): Promise<Proof> {
  const applied = await migrate(url);
  const found = applied.length === 0 ? 'the schema of this release' : `older, now with ${applied.join(', ')}`;
  return { what: 'migrations', found, problems: [] };
}

const schemaLines = async (client: pg.Client) => (await describeSchema(client)).map(({ line }) => line);

/** The schema of a database that the migrations alone made, on the same server. */
async function describeMigrated(url: string): Promise<string[]> {
  const name = `drill_${randomUUID().replaceAll('-', '')}`;
  const [reference, maintenance] = [new URL(url), new URL(url)];
  reference.pathname = `/${name}`;
  maintenance.pathname = '/postgres';
  await ensureDatabase(reference.href);
  try {
    await migrate(reference.href);
    return await withClient(reference.href, schemaLines);
  } finally {
    await dropDatabase(maintenance.href, name);
  }
}

async function proveSchema({ url }: Restored): Promise<Proof> {
  const [found, expected] = [await withClient(url, schemaLines), await describeMigrated(url)];
  const [missing, surplus] = compareSchemas(expected, found);
  return {
    what: 'schema',
    found: `${found.length} roles, policies, grants, functions, columns, constraints, indexes and triggers, as migrated`,
    problems: [
      ...missing.map((line) => `missing: ${line}`),
      ...surplus.map((line) => `too much: ${line}`),
      // Roles are the server's, so that both sides have the same; these two are to have none.
      ...found.filter((line) => /^role \S+ \S/.test(line)).map((line) => `too powerful: ${line}`),
    ],
  };
}

async function proveLedger({ url }: Restored): Promise<Proof> {
  const problems: string[] = [];
  const { merchants, entries } = await verifyDatabase(url, (each) => problems.push(JSON.stringify(each)));
  return { what: 'ledger', found: `${merchants} merchants with ${entries} entries add up`, problems };
}

async function proveRollups({ url }: Restored): Promise<Proof> {
  const problems: string[] = [];
  const { merchants } = await verifyDatabaseRollups(url, (each) => problems.push(JSON.stringify(each)));
  return { what: 'rollups', found: `those of ${merchants} merchants are those of their rows`, problems };
}

async function proveSecrets({ url, keys }: Restored): Promise<Proof> {
  const what = 'sealed keys';
  if (!keys) return { what, found: '', problems: ['KEY_ENCRYPTION_KEY is not set, so nobody knows'] };
  const { dataKeys, secrets, failures } = await openSecrets(url, keyRing(keys));
  return { what, found: `${dataKeys} data keys and ${secrets} secrets open`, problems: failures };
}

/** Erases the listed customers again; nothing of them is left, and the books still add up. */
async function proveErasures({ url, erasures = [] }: Restored): Promise<Proof> {
  const erased = await applyErasures(url, erasures);
  const ids = erasures.flatMap((each) => each.customerIds);
  const { rows } = await withClient(url, (client) =>
    client.query<{ id: string }>(
      `SELECT id FROM customers WHERE id = ANY ($1::uuid[]) AND (phone IS NOT NULL OR erased_at IS NULL)
       UNION ALL SELECT customer_id FROM erasures WHERE state <> 'done'`,
      [ids],
    ),
  );
  const ledger = erased > 0 ? await proveLedger({ url, keys: undefined }) : undefined;
  return {
    what: 'erasures',
    found: `${erased} of ${ids.length} listed records are erased, the others came after the backup`,
    problems: [...rows.map(({ id }) => `${id} is not erased`), ...(ledger?.problems ?? [])],
  };
}

/**
 * Proofs in their order: rows are counted before migrations add their own, and the rest is of the schema the
 * code knows.
 */
const PROOFS: [what: string, prove: (restored: Restored) => Promise<Proof>][] = [
  ['rows', proveRows],
  ['migrations', proveMigrations],
  ['schema', proveSchema],
  ['ledger', proveLedger],
  ['rollups', proveRollups],
  ['sealed keys', proveSecrets],
  ['erasures', proveErasures],
];

/**
 * Proves that a restored database is one the product can go on with. Each proof is told as it is made; one
 * that cannot be made counts as failed. Applies the migrations that the database lacks, and applies the
 * recorded changes to the rollups, as every reader of them does. Erases at last who was erased since the
 * backup; changes nothing else.
 * @returns whether all hold
 */
export async function proveRestored(restored: Restored, tell: (proof: Proof) => void): Promise<boolean> {
  let holds = true;
  for (const [what, prove] of PROOFS) {
    const proof = await prove(restored).catch((error: unknown) => ({
      what,
      found: '',
      problems: [error instanceof Error ? error.message : String(error)],
    }));
    if (proof.problems.length > 0) holds = false;
    tell(proof);
  }
  return holds;
}
