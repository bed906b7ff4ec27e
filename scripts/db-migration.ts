import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withScratchServer } from 'database/scratch-server';
import { writeMigration } from 'database/write-migration';

const SCHEMA_VERSION = join(import.meta.dirname, '../api/src/lib/schema-version.ts');

const [label] = process.argv.slice(2);
if (!label || !/^[a-z][a-z0-9_]*$/.test(label)) {
  console.error('Give the migration a name in lower case: npm run ops -- db:migration settle_by_lot');
  process.exit(1);
}
try {
  const { name, rest } = await withScratchServer((server) => writeMigration(server.ownerUrl(), label));
  if (name) {
    const version = readFileSync(SCHEMA_VERSION, 'utf8');
    writeFileSync(SCHEMA_VERSION, version.replace(/'\d{14}_\w+'/, `'${name}'`));
    console.log(
      `prisma/migrations/${name}/migration.sql is written. Read it: the release before must still run.`,
    );
  } else {
    console.log('No file of prisma/functions or prisma/access differs from the migrations.');
  }
  for (const line of rest.flatMap(({ onlyMigrations }) => onlyMigrations))
    console.log(`No file drops what it no longer makes; write it by hand: ${line}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
