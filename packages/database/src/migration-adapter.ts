import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg, { type QueryResult } from 'pg';
import { LOCK_TIMEOUT_MS } from './migration-files.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

const CATALOG_LETTER_OID = 18;
const TEXT_OID = 25;

/**
 * PostgreSQL's catalogs have one-letter columns, of a type the stock adapter refuses to hand to the engine.
 */
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

/** PostgreSQL's code for a lock that was not to be had in time. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** Throws the error in the form the engine understands, so that its report names PostgreSQL's own message. */
function passOn(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = 'N/A', severity = 'ERROR', detail, column, hint } = error;
  // The engine passes no codes on, and PostgreSQL's messages come in the server's language.
  const message = code === LOCK_NOT_AVAILABLE ? `${LOCK_NOT_AVAILABLE}: ${error.message}` : error.message;
  throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

/**
 * An index made beside the traffic waits for transactions that began before it, and no statement waits for
 * the index.
 */
const BESIDE_THE_TRAFFIC = /^(?:\s*--.*\n)*\s*(?:CREATE (?:UNIQUE )?|DROP |RE)INDEX CONCURRENTLY\b/i;

async function executeScript(pool: ReturnType<Adapter['underlyingDriver']>, script: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET lock_timeout = ${BESIDE_THE_TRAFFIC.test(script) ? 0 : LOCK_TIMEOUT_MS}`);
    await client.query(script);
  } catch (error) {
    // A script that began a transaction of its own left it open.
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The stock adapter cuts a script at every semicolon, which breaks function bodies. Sent whole, a script is
 * also one implicit transaction: a migration that fails leaves nothing behind.
 */
export class MigrationPg extends PrismaPg {
  private readonly opened: Adapter[] = [];

  constructor(private readonly ownerUrl: string) {
    super(ownerUrl);
  }

  override async connect(): Promise<Adapter> {
    return this.keep(await super.connect());
  }

  /**
   * The stock one lets the URL's own database win over the throw-away one, and would migrate the real one.
   */
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
    adapter.executeScript = (script) => executeScript(adapter.underlyingDriver(), script).catch(passOn);
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
