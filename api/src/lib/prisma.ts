import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { openPool } from './database.ts';

/**
 * The one place that makes a Prisma client. It serves the screens that are rarely called; money goes through `pg`.
 * `onError` hears of connections that were lost; the statements that ran on them fail by themselves.
 */
export function openPrisma(
  databaseUrl: string,
  poolSize: number,
  onError: (error: Error) => void = () => undefined,
): PrismaClient {
  // A pool of ours, because one that the adapter makes listens to connections only while they are idle or in a
  // transaction: one lost in between would end the process.
  const adapter = new PrismaPg(openPool(databaseUrl, { connections: poolSize }, onError), {
    disposeExternalPool: true,
    // Without names the adapter prepares nothing and the server plans every statement anew.
    statementNameGenerator: ({ sql }) => statementName(sql),
  });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 2_000, timeout: 5_000 } });
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Its query compiler takes a moment to load, which nobody's first call should wait for. Rejects when the database is
 * away; it is then loaded with the first use.
 */
export async function warmUpPrisma(prisma: PrismaClient): Promise<void> {
  await prisma.$transaction((tx) => tx.merchant.findFirst({ select: { id: true }, where: { id: NOBODY } }));
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

export type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
