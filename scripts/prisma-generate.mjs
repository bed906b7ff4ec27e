// Generates the Prisma client into api/src/generated/prisma when schema.prisma or Prisma itself changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCHEMA = join(ROOT, 'prisma/schema.prisma');
const STAMP = join(ROOT, 'api/src/generated/prisma/.made-from');
const CLI_PACKAGE = createRequire(import.meta.url).resolve('prisma/package.json');

function fingerprint() {
  const { version } = JSON.parse(readFileSync(CLI_PACKAGE, 'utf8'));
  return createHash('sha256').update(version).update(readFileSync(SCHEMA)).digest('hex');
}

export function isClientCurrent() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();
}

/** Throws with Prisma's own words when the schema is wrong. */
export function generateClient() {
  if (isClientCurrent()) return;
  const made = fingerprint();
  const cli = join(dirname(CLI_PACKAGE), 'build/index.js');
  const result = spawnSync(process.execPath, [cli, 'generate', '--schema', SCHEMA, '--no-hints'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      // Generating needs no schema engine, but the CLI fetches one from the network unless a program is named
      // here.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (result.status !== 0)
    throw new Error(`prisma generate failed:\n${result.stdout}${result.stderr}`.trim());
  writeFileSync(STAMP, made);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    generateClient();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
