import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { compareFilesWithMigrations } from './sql-files.ts';
import './test-database.ts';
import { writeMigration } from './write-migration.ts';

const PRISMA = join(import.meta.dirname, '../../../prisma');
const { maintenanceUrl } = inject('testServer');
/** Each comparison migrates a database of its own. */
const AMPLE_MS = 60_000;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cashback-files-'));
  cpSync(PRISMA, folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replaceAll(from, to));
}

function addMigration(sql: string): void {
  mkdirSync(join(folder, 'migrations/29990101000000_by_hand'));
  writeFileSync(join(folder, 'migrations/29990101000000_by_hand/migration.sql'), sql);
}

/**
 * Counts for each file that differs the rules that only the migrations make, and those that only the file
 * makes.
 */
async function differences(): Promise<Record<string, [number, number]>> {
  const found = await compareFilesWithMigrations(maintenanceUrl, { folder });
  return Object.fromEntries(
    found.map(({ source, onlyMigrations, onlyFiles }) => [source, [onlyMigrations.length, onlyFiles.length]]),
  );
}

test(
  'a function, trigger, policy or grant that only a migration changes is named, and so is one without a file',
  async () => {
    addMigration(`
      CREATE OR REPLACE FUNCTION month_of(p_day date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
        AS 'SELECT p_day';
      CREATE FUNCTION stray() RETURNS integer LANGUAGE sql AS 'SELECT 1';
      DROP TRIGGER record_ledger_entry ON ledger_entries;
      ALTER TABLE employees DISABLE TRIGGER keep_employee_phone;
      ALTER POLICY tenant ON customers USING (true);
      ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY;
      REVOKE INSERT ON audit_log FROM cashback_app;
      GRANT SELECT (password_hash) ON employees TO cashback_worker;
      GRANT SELECT ON redemptions TO PUBLIC;
      GRANT USAGE ON SCHEMA lookup TO PUBLIC;
      GRANT EXECUTE ON FUNCTION confirm_cashback(bytea[], uuid[], text[]) TO cashback_worker;
      ALTER FUNCTION lookup.merchant_by_slug OWNER TO CURRENT_USER;`);
    expect(await differences()).toEqual({
      'access/audit_log': [0, 1],
      'access/customers': [1, 1],
      'access/employees': [1, 0],
      'access/redemptions': [1, 0],
      'access/schemas': [1, 0],
      'access/sessions': [1, 1],
      'functions/confirm_cashback': [1, 0],
      'functions/keep_employee_phone': [1, 1],
      'functions/merchant_by_slug': [1, 2],
      'functions/month_of': [1, 1],
      'functions/record_ledger_entry': [0, 1],
      'functions/stray': [2, 0],
    });
  },
  AMPLE_MS,
);

test(
  'one command copies the changed files into a migration, and names what has to be dropped by hand',
  async () => {
    edit('functions/rollups/value_class.sql', 'bigint', 'numeric');
    edit('functions/rollups/record_ledger_entry.sql', "NEW.kind <> 'accrual'", "NEW.kind = 'x'");
    edit('functions/merchants/merchant_ids.sql', 'TO cashback_app, cashback_worker', 'TO cashback_worker');
    edit('access/customers.sql', 'USING (merchant_id =', 'USING (id IS NOT NULL AND merchant_id =');
    appendFileSync(join(folder, 'access/deliveries.sql'), 'GRANT DELETE ON deliveries TO cashback_worker;\n');
    const { name, rest } = await writeMigration(maintenanceUrl, 'changed', { folder });
    expect(rest).toMatchObject([{ source: 'functions/value_class', onlyFiles: [] }]);
    expect(rest[0]?.onlyMigrations[0]).toMatch('function value_class(bigint)');
    const sql = readFileSync(join(folder, 'migrations', name ?? '', 'migration.sql'), 'utf8');
    expect(sql.match(/^-- prisma\/.*/gm)).toEqual([
      '-- prisma/access/customers.sql',
      '-- prisma/access/deliveries.sql',
      '-- prisma/functions/merchants/merchant_ids.sql',
      '-- prisma/functions/rollups/record_ledger_entry.sql',
      '-- prisma/functions/rollups/value_class.sql',
    ]);
    appendFileSync(
      join(folder, 'migrations', name ?? '', 'migration.sql'),
      'DROP FUNCTION value_class(bigint);\n',
    );
    expect(await differences()).toEqual({});
  },
  AMPLE_MS,
);

test(
  'a file that PostgreSQL refuses is named',
  async () => {
    edit('functions/rollups/value_class.sql', 'p_spent_cents > 50000', 'p_spent > 50000');
    await expect(differences()).rejects.toThrow(
      'prisma/functions/rollups/value_class.sql: column "p_spent" does not exist',
    );
  },
  AMPLE_MS,
);
