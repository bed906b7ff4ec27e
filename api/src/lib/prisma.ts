import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { connectionConfig } from './database.ts';

/** The one place that makes a Prisma client. It serves the screens that are rarely called; money goes through `pg`. */
export function openPrisma(databaseUrl: string, poolSize: number): PrismaClient {
  const adapter = new PrismaPg(connectionConfig(databaseUrl, poolSize), {
    // Without names the adapter prepares nothing and the server plans every statement anew.
    statementNameGenerator: ({ sql }) => statementName(sql),
  });
  return new PrismaClient({ adapter });
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
