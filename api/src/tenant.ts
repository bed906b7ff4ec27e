import type pg from 'pg';
import type { Courtesy } from './lib/courtesy.ts';
import { isDatabaseAway } from './lib/database-errors.ts';
import type { Prisma, PrismaClient } from './lib/prisma.ts';

/**
 * The only door to tenant data. A use case gets no database handle: it gets a transaction whose tenant is set, and
 * row-level security shows it that merchant's rows or none. The setting is local to the transaction, so a pooled
 * connection never carries one request's tenant into the next.
 */
export interface TenantTransaction {
  readonly merchantId: string;
  /** Runs one named (prepared) statement. `name` must be unique to its text. */
  query<Row extends object>(statement: { name: string; text: string }, values: unknown[]): Promise<Row[]>;
}

/** The same promise for Prisma: a client that lives inside a transaction whose tenant is set. */
export interface TenantPrisma {
  readonly merchantId: string;
  readonly prisma: Prisma.TransactionClient;
}

export interface Tenancy {
  /** `snapshot`: every statement sees the same moment, and one that would change what changed since fails with 40001. */
  withTenant<Result>(
    merchantId: string,
    run: (tx: TenantTransaction) => Promise<Result>,
    options?: { snapshot?: boolean },
  ): Promise<Result>;
  withTenantPrisma<Result>(merchantId: string, run: (tx: TenantPrisma) => Promise<Result>): Promise<Result>;
  /**
   * What belongs to no single tenant: functions of the schema `lookup`, which answer ids, the two confirmations, which
   * set their own tenant, and the operator's tables in the schema `operations`.
   */
  lookup<Row extends object>(statement: { name: string; text: string }, values: unknown[]): Promise<Row[]>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function assertTenant(merchantId: string): void {
  if (typeof merchantId !== 'string' || !UUID.test(merchantId)) throw new Error('no tenant given');
}

/**
 * The same door to tenant data over connections of the caller's own. `isCourteous`: its transactions let those that serve
 * requests go first.
 */
export type TenancyOver = (own: pg.Pool, options?: { isCourteous?: boolean }) => Tenancy;

/** One round trip for both. A statement that begins a transaction takes no parameters: what is put into it is a UUID. */
function beginText(merchantId: string, isSnapshot: boolean): string {
  assertTenant(merchantId);
  const begin = isSnapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN';
  return `${begin}; SET LOCAL app.merchant_id = '${merchantId}'`;
}

/** With a `courtesy`, each transaction lets whoever it is for go first, before it begins and before each statement. */
export function createTenancy(pool: pg.Pool, prisma: PrismaClient, courtesy?: Courtesy): Tenancy {
  return {
    async withTenant(merchantId, run, { snapshot = false } = {}) {
      const begin = beginText(merchantId, snapshot);
      const letOthersGoFirst = courtesy?.begin();
      await letOthersGoFirst?.();
      const client = await pool.connect();
      let broken: Error | undefined;
      let isOver = false;
      try {
        await client.query(begin);
        const result = await run({
          merchantId,
          query: async (statement, values) => {
            // Work that outlives its transaction would run on a connection that is another tenant's by then.
            if (isOver) throw new Error('the tenant transaction is over');
            await letOthersGoFirst?.();
            return (await client.query({ ...statement, values })).rows;
          },
        });
        isOver = true;
        const { command } = await client.query('COMMIT');
        // So PostgreSQL answers where a statement failed and somebody swallowed its error: nothing was stored.
        if (command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
        return result;
      } catch (error) {
        isOver = true;
        // A connection that cannot even roll back is thrown away, never handed to the next request.
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
    async withTenantPrisma(merchantId, run) {
      assertTenant(merchantId);
      return await prisma.$transaction(async (transaction) => {
        await transaction.$executeRaw`SELECT set_config('app.merchant_id', ${merchantId}, true)`;
        return await run({ merchantId, prisma: transaction });
      });
    },
    async lookup(statement, values) {
      return (await pool.query({ ...statement, values })).rows;
    },
  };
}
