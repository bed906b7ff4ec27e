import type pg from 'pg';

/** A connection as the owner, or its pool: row-level security does not bind it. */
type Owner = pg.Pool | pg.ClientBase;

/** Every table that carries a merchant's id, read from the catalog, so that a new one is never forgotten. */
export async function listTenantTables(owner: Owner): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id' AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

/** One statement for each merchant's fingerprints, prepared once: planning it costs more than running it. */
async function fingerprintStatement(owner: Owner): Promise<{ name: string; text: string }> {
  const tables = (await listTenantTables(owner)).map((table) => ({ table, column: 'merchant_id' }));
  const parts = [...tables, { table: 'merchants', column: 'id' }].map(
    ({ table, column }) =>
      `SELECT '${table}' AS name, count(*) || ':' || md5(coalesce(string_agg(t::text, ';' ORDER BY t::text), '')) AS print
       FROM ${table} t WHERE ${column} = $1`,
  );
  return { name: 'fingerprint', text: parts.join(' UNION ALL ') };
}

const statements = new WeakMap<Owner, ReturnType<typeof fingerprintStatement>>();

/** A fingerprint of all that one merchant has: table → number of rows and hash of their text. */
export async function fingerprint(owner: Owner, merchantId: string): Promise<Record<string, string>> {
  const statement = statements.get(owner) ?? fingerprintStatement(owner);
  statements.set(owner, statement);
  const { rows } = await owner.query<{ name: string; print: string }>({
    ...(await statement),
    values: [merchantId],
  });
  return Object.fromEntries(rows.map((row) => [row.name, row.print]));
}

/** Every row of every table of the product: as a hash for each table, or as their text. */
export async function readAllRows(
  owner: pg.Pool,
  as: 'hash' | 'text' = 'hash',
): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    const text = `coalesce(string_agg(t::text, ';' ORDER BY t::text), '')`;
    const { rows } = await owner.query<{ rows: string }>(
      `SELECT ${as === 'hash' ? `md5(${text})` : text} AS rows FROM ${name} t`,
    );
    all[name] = rows[0]?.rows ?? '';
  }
  return all;
}
