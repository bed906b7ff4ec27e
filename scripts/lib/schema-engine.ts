import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm';
import pg, { type QueryResult } from 'pg';

const PRISMA_FOLDER = join(import.meta.dirname, '../../prisma');
const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Where Prisma's schema and migrations lie; another folder is for trying things out. */
export interface PrismaFolder {
  folder?: string;
}

/** What the engine throws carries the sentence for people in its JSON, the stack is of no use to anybody. */
function readable(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(
    message
      .replace(/\n\s+at .*/gs, '')
      .replace('external connector error\n', '')
      .trim(),
    { cause: error },
  );
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

const CATALOG_LETTER_OID = 18;
const TEXT_OID = 25;

/** PostgreSQL's catalogues have one-letter columns, of a type the stock adapter refuses to hand to the engine. */
function readCatalogLetters(adapter: Adapter): void {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (config: unknown) => Promise<QueryResult>;
  const lettersOf = new WeakMap<unknown[], number[]>();
  pool.query = (async (config: unknown) => {
    const result = await query(config);
    const letters = (result.fields ?? []).flatMap((field, index) =>
      field.dataTypeID === CATALOG_LETTER_OID ? [index] : [],
    );
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === CATALOG_LETTER_OID) field.dataTypeID = TEXT_OID;
    }
    if (letters.length > 0) lettersOf.set(result.rows, letters);
    return result;
  }) as typeof pool.query;
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (sql) => {
    const result = await queryRaw(sql);
    for (const index of lettersOf.get(result.rows) ?? [])
      result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}

/** In the form the engine understands, so that its report names PostgreSQL's own message. */
function passOn(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = 'N/A', severity = 'ERROR', message, detail, column, hint } = error;
  throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

/**
 * The stock adapter cuts a script at every semicolon, which breaks function bodies. Sent whole, a script is also one
 * implicit transaction: a migration that fails leaves nothing behind.
 */
class WholeScriptPg extends PrismaPg {
  private readonly opened: Adapter[] = [];

  constructor(private readonly ownerUrl: string) {
    super(ownerUrl);
  }

  override async connect(): Promise<Adapter> {
    return this.keep(await super.connect());
  }

  /** The stock one lets the URL's own database win over the throw-away one, and would migrate the real one. */
  override async connectToShadowDb(): Promise<Adapter> {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    const server = await this.connect();
    await server.executeScript(`CREATE DATABASE "${name}"`);
    const url = new URL(this.ownerUrl);
    url.pathname = `/${name}`;
    const shadow = await new PrismaPg(url.href).connect();
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await server.executeScript(`DROP DATABASE IF EXISTS "${name}"`);
    };
    return this.keep(shadow);
  }

  private keep(adapter: Adapter): Adapter {
    readCatalogLetters(adapter);
    adapter.executeScript = async (script) => {
      await adapter.underlyingDriver().query(script).catch(passOn);
    };
    this.opened.push(adapter);
    return adapter;
  }

  async close(): Promise<void> {
    // The engine disposes what it finished with; a pool cannot be ended twice.
    for (const adapter of this.opened.reverse()) {
      if (!adapter.underlyingDriver().ended) await adapter.dispose();
    }
  }
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
  const names = readdirSync(baseDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: names.map((path) => {
      const value = readFileSync(join(baseDir, path, 'migration.sql'), 'utf8');
      return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
    }),
  };
}

async function withEngine<T>(
  ownerUrl: string,
  folder: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  engineModule ??= loadEngine();
  const { SchemaEngine } = await engineModule;
  const adapters = new WholeScriptPg(ownerUrl);
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
 * Applies every migration to a throw-away database of the same server and compares the result with schema.prisma.
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
