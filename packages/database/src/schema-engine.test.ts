import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ensureDatabase, migrate } from './migrate.ts';
import { diffMigrations } from './schema-engine.ts';
import './test-database.ts';

const WITH_FUNCTION = `CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 1; END $$;
CREATE TABLE "Thing" (id INTEGER NOT NULL, CONSTRAINT "Thing_pkey" PRIMARY KEY (id));`;

let folder: string;
let ownerUrl: string;

function writeMigration(name: string, sql: string): void {
  mkdirSync(join(folder, 'migrations', name), { recursive: true });
  writeFileSync(join(folder, 'migrations', name, 'migration.sql'), sql);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cashback-prisma-'));
  mkdirSync(join(folder, 'migrations'));
  writeFileSync(join(folder, 'migrations/migration_lock.toml'), 'provider = "postgresql"\n');
  writeFileSync(
    join(folder, 'schema.prisma'),
    'datasource db {\n  provider = "postgresql"\n}\n\nmodel Thing {\n  id Int @id\n}\n',
  );
  writeMigration('1_thing', WITH_FUNCTION);
  ownerUrl = inject('testServer').ownerUrl.replace('{database}', 'schema_engine_test');
  await ensureDatabase(ownerUrl);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
  );
  await client.end();
  return rows.map((row) => row.tablename);
}

test('processes that migrate together apply each migration once, function bodies included', async () => {
  const applied = await Promise.all([migrate(ownerUrl, { folder }), migrate(ownerUrl, { folder })]);
  expect(applied.flat()).toEqual(['1_thing']);
  expect(await tables()).toEqual(['Thing']);
});

test('comparing touches a throw-away database only, and names the difference as SQL', async () => {
  expect(await diffMigrations(ownerUrl, { folder })).toBe('');
  const other = mkdtempSync(join(tmpdir(), 'cashback-prisma-'));
  cpSync(folder, other, { recursive: true });
  const schema = readFileSync(join(folder, 'schema.prisma'), 'utf8');
  writeFileSync(join(other, 'schema.prisma'), schema.replace('@id', '@id\n  name String?'));
  expect(await diffMigrations(ownerUrl, { folder: other })).toContain('ADD COLUMN     "name" TEXT');
  rmSync(other, { recursive: true, force: true });
});

test('a migration that fails leaves nothing behind and is applied once corrected', async () => {
  writeMigration('2_other', 'CREATE TABLE other (id int); SELECT 1 / 0;');
  await expect(migrate(ownerUrl, { folder })).rejects.toThrow('division by zero');
  expect(await tables()).toEqual(['Thing']);
  writeMigration('2_other', 'CREATE TABLE other (id int);');
  expect(await migrate(ownerUrl, { folder })).toEqual(['2_other']);
});

test('a migration edited after it was applied is refused', async () => {
  writeMigration('2_other', 'CREATE TABLE other (id bigint);');
  await expect(migrate(ownerUrl, { folder })).rejects.toThrow('edited afterwards: 2_other');
});

test('a newer migration and one that another release left unfinished are never taken for applied', async () => {
  writeMigration('2_other', 'CREATE TABLE other (id int);');
  expect(await migrate(ownerUrl, { folder })).toEqual([]);
  writeMigration('3_third', 'CREATE TABLE third (id int);');
  expect(await migrate(ownerUrl, { folder })).toEqual(['3_third']);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '3_third'");
  await client.query('DROP TABLE third');
  await client.end();
  expect(await migrate(ownerUrl, { folder })).toEqual(['3_third']);
});
