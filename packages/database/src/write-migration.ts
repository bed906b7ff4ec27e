import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRISMA_FOLDER, type PrismaFolder } from './migration-files.ts';
import { compareFilesWithMigrations, type FileDifference, readSqlFiles } from './sql-files.ts';

export interface WrittenMigration {
  /** Null: no file differed. */
  name: string | null;
  /** Differences that remain, because no file drops anything: to be written into the migration by hand. */
  rest: FileDifference[];
}

const HEAD = `-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;
`;

/** Copies each file of prisma/functions and prisma/access that differs from the migrations into a new one. */
export async function writeMigration(
  serverUrl: string,
  label: string,
  prisma: PrismaFolder = {},
): Promise<WrittenMigration> {
  const differences = await compareFilesWithMigrations(serverUrl, prisma);
  const changed = readSqlFiles(prisma).filter(({ source }) =>
    differences.some((each) => each.source === source),
  );
  if (changed.length === 0) return { name: null, rest: differences };
  const migrations = join(prisma.folder ?? PRISMA_FOLDER, 'migrations');
  const name = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${label}`;
  const newer = readdirSync(migrations).find((other) => /^\d/.test(other) && other >= name);
  if (newer) throw new Error(`${newer} is dated later than now. Is the clock right?`);
  mkdirSync(join(migrations, name));
  const parts = changed.map(({ path, text }) => `\n-- ${path}\n${text}`);
  writeFileSync(join(migrations, name, 'migration.sql'), HEAD + parts.join(''));
  return { name, rest: await compareFilesWithMigrations(serverUrl, prisma) };
}
