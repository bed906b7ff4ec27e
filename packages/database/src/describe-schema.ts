import type pg from 'pg';

export interface SchemaLine {
  /** One rule, in words that two databases of one server can be compared by. */
  line: string;
  /** The file that says so, 'access/customers' or 'functions/settle_customer'; null: the migrations alone. */
  source: string | null;
}

/** The owner of the tables is called 'owner', whatever its name. */
const LINES = `
  WITH spaces AS (
    SELECT oid, nspname, nspowner, nspacl FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  ), tables AS (
    SELECT c.*, s.nspname || '.' || c.relname AS name FROM pg_class c JOIN spaces s ON s.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S')
  ), owners AS (
    SELECT relowner AS oid FROM tables WHERE name = 'public.merchants'
  ), functions AS (
    SELECT p.*, p.oid::regprocedure::text AS name FROM pg_proc p JOIN spaces s ON s.oid = p.pronamespace
    WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  ), grants (what, acl, source) AS (
    SELECT 'schema ' || nspname, nspacl, 'access/schemas' FROM spaces
    UNION ALL SELECT 'table ' || name, relacl, 'access/' || relname FROM tables
    UNION ALL SELECT 'column ' || t.name || '.' || a.attname, a.attacl, 'access/' || t.relname
      FROM pg_attribute a JOIN tables t ON t.oid = a.attrelid
    UNION ALL SELECT 'function ' || name, coalesce(proacl, acldefault('f', proowner)), 'functions/' || proname
      FROM functions
  )
  SELECT 'role ' || rolname || ' ' || concat_ws(' ', CASE WHEN rolsuper THEN 'SUPERUSER' END,
      CASE WHEN rolbypassrls THEN 'BYPASSRLS' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
      CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolreplication THEN 'REPLICATION' END) AS line,
      NULL AS source
    FROM pg_roles
    WHERE rolname IN ('cashback_app', 'cashback_worker', 'cashback_lookup_caller', 'cashback_lookup',
      'cashback_confirmer', 'cashback_retention', 'cashback_eraser')
  UNION ALL SELECT format('row-level security of %s: enabled %s, forced %s', name, relrowsecurity::text,
      relforcerowsecurity::text), 'access/' || relname
    FROM tables WHERE relkind IN ('r', 'p')
  UNION ALL SELECT format('policy %s on %s.%s %s for %s to %s: %s with check %s', policyname, schemaname,
      tablename, lower(permissive), cmd, roles, qual, with_check), 'access/' || tablename
    FROM pg_policies
  UNION ALL SELECT format('grant on %s: %s to %s%s', g.what, e.privilege_type,
      CASE WHEN e.grantee = 0 THEN 'everybody' ELSE e.grantee::regrole::text END,
      CASE WHEN e.is_grantable THEN ' with grant option' END), g.source
    FROM grants g, aclexplode(g.acl) e
    WHERE e.grantee NOT IN (SELECT oid FROM owners) AND e.grantee::regrole::text !~ '^pg_'
  UNION ALL SELECT format('function %s with (%s) returns %s, owned by %s, definer %s, %s %s %s %s %s: %s',
      name, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
      CASE WHEN proowner IN (SELECT oid FROM owners) THEN 'owner' ELSE proowner::regrole::text END,
      prosecdef, l.lanname, provolatile, proparallel, proisstrict, proconfig, md5(prosrc)),
      'functions/' || proname
    FROM functions p JOIN pg_language l ON l.oid = p.prolang
  UNION ALL SELECT format('column %s.%s %s, not null %s, default %s', t.name, a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)), NULL
    FROM pg_attribute a JOIN tables t ON t.oid = a.attrelid AND t.relkind IN ('r', 'p')
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT format('constraint %s on %s: %s, validated %s', c.conname, t.name,
      pg_get_constraintdef(c.oid), c.convalidated), NULL
    FROM pg_constraint c JOIN tables t ON t.oid = c.conrelid WHERE c.contype <> 'n'
  UNION ALL SELECT format('index on %s: %s, valid %s', t.name, pg_get_indexdef(i.indexrelid), i.indisvalid),
      NULL
    FROM pg_index i JOIN tables t ON t.oid = i.indrelid
  UNION ALL SELECT format('trigger on %s: %s, enabled %s', t.name, pg_get_triggerdef(g.oid), g.tgenabled),
      'functions/' || f.proname
    FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid JOIN pg_proc f ON f.oid = g.tgfoid
    WHERE NOT g.tgisinternal
  ORDER BY 1`;

/**
 * Form in which two lines are compared: read back from a dump, `(a AND b) AND c` has become `a AND b AND c`.
 * A change of parentheses alone is therefore not seen.
 */
const essence = (line: string): string => line.replace(/[()\s]+/g, ' ');

/** The lines that only the first has, and those that only the second has. */
export function compareSchemas(
  first: string[],
  second: string[],
): [onlyFirst: string[], onlySecond: string[]] {
  const without = (lines: string[], others: string[]) => {
    const known = new Set(others.map(essence));
    return lines.filter((line) => !known.has(essence(line)));
  };
  return [without(first, second), without(second, first)];
}

/** Describes the permissions and constraints of a database, one line a rule. */
export async function describeSchema(client: pg.ClientBase): Promise<SchemaLine[]> {
  const { rows } = await client.query<SchemaLine>(LINES);
  return rows;
}
