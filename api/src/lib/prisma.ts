import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts';

/** Runs one statement in the transaction that `withTenant` began. */
export type TransactionQuery = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;

/** The transaction in which the running call's Prisma statements belong. */
const running = new AsyncLocalStorage<TransactionQuery>();

/**
 * Prisma begins and ends a transaction around each use; ours has begun already and ends with `withTenant`.
 */
const TRANSACTION_CONTROL = new Set(['BEGIN', 'COMMIT', 'ROLLBACK']);
const NOTHING = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** Gives Prisma the connection of the running transaction, and no other: it opens none by itself. */
class RunningTransactions extends pg.Pool {
  override connect(): Promise<pg.PoolClient> {
    const query = running.getStore();
    if (!query) return Promise.reject(new Error('Prisma runs inside a tenant transaction only'));
    const client = {
      query: (statement: pg.QueryConfig) =>
        TRANSACTION_CONTROL.has(statement.text) ? Promise.resolve(NOTHING) : query(statement),
      // The pool of the connection handles its errors and takes it back.
      on: () => client,
      removeListener: () => client,
      release: () => undefined,
    };
    return Promise.resolve(client as unknown as pg.PoolClient);
  }

  override query(): never {
    throw new Error('Prisma runs inside a tenant transaction only');
  }
}

const prisma = new PrismaClient({
  adapter: new PrismaPg(new RunningTransactions(), {
    // Without names the adapter prepares nothing, and the server plans every statement again.
    statementNameGenerator: ({ sql }) => statementName(sql),
  }),
  // A longer message quotes the arguments, and an error's message is logged.
  errorFormat: 'minimal',
  transactionOptions: { maxWait: 2_000, timeout: 5_000 },
});

/**
 * Runs `work` with a Prisma client whose statements go through `query`, in the order in which they are made.
 * An error of the database arrives as Prisma's; lib/database-errors.ts knows both forms.
 */
export function runInPrisma<Result>(
  query: TransactionQuery,
  work: (prisma: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return running.run(query, () => prisma.$transaction(work));
}

const statementNames = new Map<string, string>();

function statementName(sql: string): string {
  let name = statementNames.get(sql);
  if (name === undefined) {
    name = `prisma_${statementNames.size}`;
    statementNames.set(sql, name);
  }
  return name;
}

export type { Prisma } from '../generated/prisma/client.ts';
