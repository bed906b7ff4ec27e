import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { diffMigrations } from 'database/schema-engine';
import { withScratchServer } from 'database/scratch-server';
import { compareFilesWithMigrations, readSqlFiles } from 'database/sql-files';

const ROOT = join(import.meta.dirname, '..');
/** A file that a comment names. */
const NAMED_FILE = /\b(?:api|packages|prisma|scripts)\/[\w./-]+\.(?:ts|sql)\b/g;

function checkComments(): string[] {
  return readSqlFiles().flatMap(({ path, text }) => [
    ...(text.startsWith('-- ') ? [] : [`${path} has no comment at its top.`]),
    ...(text.match(NAMED_FILE) ?? [])
      .filter((named) => !existsSync(join(ROOT, named)))
      .map((named) => `${path} names ${named}, which does not exist.`),
  ]);
}

async function checkSchema(serverUrl: string): Promise<string[]> {
  const sql = await diffMigrations(serverUrl);
  return sql
    ? [`prisma/schema.prisma and prisma/migrations differ; a migration would have to say:\n${sql}`]
    : [];
}

async function checkFiles(serverUrl: string): Promise<string[]> {
  const paths = new Map(readSqlFiles().map(({ source, path }) => [source, path]));
  const differences = await compareFilesWithMigrations(serverUrl);
  return differences.map(({ source, onlyMigrations, onlyFiles }) =>
    [
      `${paths.get(source) ?? `prisma/${source}.sql, which does not exist,`} differs from the migrations:`,
      ...onlyMigrations.map((line) => `  only the migrations make: ${line}`),
      ...onlyFiles.map((line) => `  only the file makes: ${line}`),
    ].join('\n'),
  );
}

async function check(serverUrl: string): Promise<string[]> {
  return [...checkComments(), ...(await checkSchema(serverUrl)), ...(await checkFiles(serverUrl))];
}

try {
  const { DATABASE_OWNER_URL: ownerUrl } = process.env;
  const problems = ownerUrl
    ? await check(ownerUrl)
    : await withScratchServer((server) => check(server.ownerUrl()));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('prisma/schema.prisma, prisma/functions and prisma/access match prisma/migrations.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
