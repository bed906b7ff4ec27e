import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

export const PRISMA_FOLDER = join(import.meta.dirname, '../../../prisma');

/**
 * Longest wait of a migration for a lock. Purchases that need the same table queue up behind it for as long.
 */
export const LOCK_TIMEOUT_MS = 2_000;

/** Folder of Prisma's schema and migrations; another one is for experiments. */
export interface PrismaFolder {
  folder?: string;
}

export interface MigrationFile {
  name: string;
  sql: string;
}

/** Reads the migrations of a folder, in the order in which they apply. */
export function readMigrationFiles({ folder = PRISMA_FOLDER }: PrismaFolder = {}): MigrationFile[] {
  return readdirSync(join(folder, 'migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, 'migrations', name, 'migration.sql'), 'utf8') }));
}

/**
 * True if the database has exactly these migrations, each complete and as its file says today. Then Prisma's
 * engine, which takes a third of a second to load, has nothing to do.
 */
export async function isMigratedBy(client: pg.Client, files: MigrationFile[]): Promise<boolean> {
  const { rows: tables } = await client.query(
    `SELECT FROM pg_class WHERE oid = to_regclass('_prisma_migrations')`,
  );
  if (tables.length === 0) return false;
  const { rows } = await client.query<{ name: string; checksum: string; isComplete: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isComplete"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  const isApplied = ({ name, sql }: MigrationFile, index: number) => {
    const row = rows[index];
    return (
      row?.name === name && row.isComplete && row.checksum === createHash('sha256').update(sql).digest('hex')
    );
  };
  return rows.length === files.length && files.every(isApplied);
}
