import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm';
import { LOCK_NOT_AVAILABLE, MigrationPg } from './migration-adapter.ts';
import { LOCK_TIMEOUT_MS, PRISMA_FOLDER, type PrismaFolder, readMigrationFiles } from './migration-files.ts';

const NO_FILTERS = { externalTables: [], externalEnums: [] };

function withoutLock(message: string): string {
  const [, name = '?'] = /migration_name="(.+?)"/.exec(message) ?? [];
  return (
    `The migration ${name} waited ${LOCK_TIMEOUT_MS / 1_000} seconds for a lock that another session holds, and gave up, ` +
    'so that purchases do not wait behind it. What it had begun is undone. Run the command again, at a quieter time if it goes on.'
  );
}

/**
 * Reduces the engine's error to its message: the readable sentence stands in its JSON, and the stack is of no
 * use.
 */
function readable(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes(LOCK_NOT_AVAILABLE)) return new Error(withoutLock(message), { cause: error });
  return new Error(
    message
      .replace(/\n\s+at .*/gs, '')
      .replace('external connector error\n', '')
      .trim(),
    { cause: error },
  );
}

type EngineModule = typeof import('@prisma/schema-engine-wasm') & { __wbg_set_wasm(exports: unknown): void };

// The engine leaves the message of a panic with this object, which it expects its host to have put there.
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
});

async function loadEngine(): Promise<EngineModule> {
  const specifier = '@prisma/schema-engine-wasm/schema_engine_bg';
  const bindings = (await import(specifier)) as EngineModule;
  const bytes = readFileSync(
    createRequire(import.meta.url)
      .resolve(specifier)
      .replace(/\.js$/, '.wasm'),
  );
  const imports = { './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return bindings;
}

let engineModule: Promise<EngineModule> | undefined;

function readSchema(folder: string): SchemasContainer {
  const path = join(folder, 'schema.prisma');
  return { files: [{ path, content: readFileSync(path, 'utf8') }] };
}

function readMigrations(folder: string): MigrationList {
  const baseDir = join(folder, 'migrations');
  const lockfile = join(baseDir, 'migration_lock.toml');
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: readMigrationFiles({ folder }).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

async function withEngine<T>(
  ownerUrl: string,
  folder: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  engineModule ??= loadEngine();
  const { SchemaEngine } = await engineModule;
  const adapters = new MigrationPg(ownerUrl);
  const datamodels = readSchema(folder).files.map((file): [string, string] => [file.path, file.content]);
  try {
    const engine = await SchemaEngine.new(
      { datamodels },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(adapters),
    );
    return await work(engine);
  } catch (error) {
    throw readable(error);
  } finally {
    await adapters.close();
  }
}

/**
 * Applies the migrations the database lacks, keeping `_prisma_migrations` as Prisma's own CLI does.
 * @returns the names of those just applied
 */
export function applyMigrations(
  ownerUrl: string,
  { folder = PRISMA_FOLDER }: PrismaFolder = {},
): Promise<string[]> {
  return withEngine(ownerUrl, folder, async (engine) => {
    const migrationsList = readMigrations(folder);
    const state = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    });
    const edited = state.editedMigrationNames.filter((name) => !state.failedMigrationNames.includes(name));
    if (edited.length > 0) {
      throw new Error(
        `Applied migrations were edited afterwards: ${edited.join(', ')}. Write a new migration instead; a local ` +
          'database that may be lost is made anew after deleting .data/postgres.',
      );
    }
    // PostgreSQL rolled the failed script back whole, so it may be corrected and tried again.
    for (const migrationName of state.failedMigrationNames)
      await engine.markMigrationRolledBack({ migrationName });
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
    return appliedMigrationNames;
  });
}

/**
 * Applies every migration to a throw-away database of the same server and compares the result with
 * schema.prisma.
 * @returns the SQL that would lead from the migrations to the schema, empty when they agree
 */
export function diffMigrations(
  ownerUrl: string,
  { folder = PRISMA_FOLDER }: PrismaFolder = {},
): Promise<string> {
  return withEngine(ownerUrl, folder, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...readMigrations(folder) },
      to: { tag: 'schemaDatamodel', ...readSchema(folder) },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    const sql = stdout?.trim() ?? '';
    return sql === '-- This is an empty migration.' ? '' : sql;
  });
}
