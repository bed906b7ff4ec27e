import type pg from 'pg';
import { type Clock, databaseTime } from './lib/clock.ts';
import { isDatabaseAway } from './lib/database-errors.ts';
import { type Moment, type SqlValue, toParameters } from './lib/moment.ts';
import { type Prisma, runInPrisma, type TransactionQuery } from './lib/prisma.ts';
import type { YieldToRequests } from './lib/yield-to-requests.ts';

/**
 * The only access to tenant data. A use case gets no database handle: it gets a transaction whose tenant is
 * set, and row-level security shows it only that merchant's rows. The setting is local to the transaction, so
 * a pooled connection never carries one request's tenant into the next.
 */
export interface TenantTransaction {
  readonly merchantId: string;
  /**
   * The database's clock when the transaction began. A process's own clock never decides about money or
   * access.
   */
  readonly now: Moment;
  /** Runs one named (prepared) statement. `name` must be unique to its text. */
  query<Row extends object>(statement: { name: string; text: string }, values: SqlValue[]): Promise<Row[]>;
  /**
   * Runs `work` with a Prisma client in this same transaction, for plain rows that are rarely read and
   * written.
   */
  prisma<Result>(work: (prisma: Prisma.TransactionClient) => Promise<Result>): Promise<Result>;
}

export interface Tenancy {
  /**
   * Runs `run` in a transaction of the merchant's. With `snapshot` every statement sees the same moment, and
   * a statement that would change a row changed since then fails with 40001.
   */
  withTenant<Result>(
    merchantId: string,
    run: (tx: TenantTransaction) => Promise<Result>,
    options?: { snapshot?: boolean },
  ): Promise<Result>;
  /** Calls a function of the schema `lookup`, as the look-ups' own role, before a tenant is known. */
  lookup<Row extends object>(
    statement: { name: string; text: string; query_timeout?: number },
    values: SqlValue[],
  ): Promise<Row[]>;
  /**
   * Runs one statement, which may write, with no tenant set: row-level security shows it no tenant's rows.
   * Use it for what belongs to no tenant (jobs, the schema `operations`) and for SQL functions that serve
   * many tenants in one call: as each tenant in turn (`confirmed_among`) or as a role of their own
   * (`confirm_cashback`). Nothing else.
   */
  withoutTenant<Row extends object>(
    statement: { name: string; text: string },
    values: SqlValue[],
  ): Promise<Row[]>;
  /** The database's clock, for events outside a tenant's transaction. */
  now(): Promise<Moment>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function assertTenant(merchantId: string): void {
  if (typeof merchantId !== 'string' || !UUID.test(merchantId)) throw new Error('no tenant given');
}

/**
 * Creates the same access to tenant data over the caller's own connections. With `isYielding` its
 * transactions yield to those that serve requests.
 */
export type TenancyOver = (own: pg.Pool, options?: { isYielding?: boolean }) => Tenancy;

export interface TenancyOptions {
  /**
   * Makes each transaction yield to those that serve requests, before it begins and before each statement.
   */
  yielding?: YieldToRequests | undefined;
  /** Connections of the role that may only look up; `pool` by default. */
  lookups?: pg.Pool | undefined;
  /** A test's or the demo's "now", obeyed only for a login that is a member of cashback_test_clock. */
  clock?: Clock | undefined;
}

export function createTenancy(
  pool: pg.Pool,
  { yielding, clock, lookups = pool }: TenancyOptions = {},
): Tenancy {
  const setNow = () => (clock ? `; SET LOCAL app.now = '${databaseTime(clock)}'` : '');
  /**
   * Begins the transaction in one round trip. Such a text takes no parameters; the value inserted is checked
   * to be a UUID.
   */
  const beginText = (merchantId: string, isSnapshot: boolean) => {
    assertTenant(merchantId);
    const begin = isSnapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN';
    return `${begin}; SET LOCAL app.merchant_id = '${merchantId}'${setNow()}; SELECT money_now() AS now`;
  };
  const statementsOver =
    (own: pg.Pool): Tenancy['withoutTenant'] =>
    async (statement, values) => {
      if (!clock) return (await own.query({ ...statement, values: toParameters(values) })).rows;
      const client = await own.connect();
      try {
        await client.query(`BEGIN${setNow()}`);
        const { rows } = await client.query({ ...statement, values: toParameters(values) });
        await client.query('COMMIT');
        return rows;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    };
  const tenancy: Tenancy = {
    async withTenant(merchantId, run, { snapshot = false } = {}) {
      const begin = beginText(merchantId, snapshot);
      const yieldToRequests = yielding?.begin();
      await yieldToRequests?.();
      const client = await pool.connect();
      let broken: Error | undefined;
      let isOver = false;
      try {
        const begun = (await client.query(begin)) as unknown as pg.QueryResult<{ now: Moment }>[];
        const now = begun.at(-1)?.rows[0]?.now;
        if (!now) throw new Error('the database did not say what time it is');
        const query: TransactionQuery = async (statement) => {
          // Otherwise late work would run on a connection that may already serve another tenant.
          if (isOver) throw new Error('the tenant transaction is over');
          await yieldToRequests?.();
          return await client.query(statement);
        };
        const result = await run({
          merchantId,
          now,
          query: async (statement, values) =>
            (await query({ ...statement, values: toParameters(values) })).rows,
          prisma: (work) => runInPrisma(query, work),
        });
        isOver = true;
        const { command } = await client.query('COMMIT');
        // PostgreSQL answers ROLLBACK if a statement failed and its error was swallowed: nothing was stored.
        if (command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
        return result;
      } catch (error) {
        isOver = true;
        // A connection that cannot even roll back is closed, never handed to the next request.
        if (isDatabaseAway(error)) broken = error as Error;
        else {
          await client.query('ROLLBACK').catch((rollbackError: Error) => {
            broken = rollbackError;
          });
        }
        throw error;
      } finally {
        client.release(broken);
      }
    },
    lookup: statementsOver(lookups),
    withoutTenant: statementsOver(pool),
    async now() {
      const [row] = await tenancy.withoutTenant<{ now: Moment }>(
        { name: 'money_now', text: 'SELECT money_now() AS now' },
        [],
      );
      if (!row) throw new Error('the database did not say what time it is');
      return row.now;
    },
  };
  return tenancy;
}

const MERCHANTS_PER_READ = 1_000;

/** The id of every merchant of the platform, active or not, in order, read in pages. */
export async function* everyMerchant({
  tenancy,
}: {
  tenancy: Pick<Tenancy, 'lookup'>;
}): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await tenancy.lookup<{ id: string }>(
      { name: 'merchant_ids', text: 'SELECT * FROM lookup.merchant_ids($1, $2) AS id' },
      [after, MERCHANTS_PER_READ],
    );
    yield* rows.map(({ id }) => id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < MERCHANTS_PER_READ) return;
    after = last.id;
  }
}

/** A row of a tenant's table, as a look-up over all merchants finds it. */
export interface MerchantRow {
  merchant_id: string;
  id: string;
}

/** Runs `work` on the rows of each merchant in one transaction. `signal` stops between two merchants. */
export async function forEachMerchant(
  tenancy: Pick<Tenancy, 'withTenant'>,
  rows: readonly MerchantRow[],
  work: (tx: TenantTransaction, ids: string[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const byMerchant = new Map<string, string[]>();
  for (const { merchant_id, id } of rows)
    byMerchant.set(merchant_id, [...(byMerchant.get(merchant_id) ?? []), id]);
  for (const [merchantId, ids] of byMerchant) {
    signal?.throwIfAborted();
    await tenancy.withTenant(merchantId, (tx) => work(tx, ids));
  }
}
