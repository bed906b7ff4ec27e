import type { Tenancy } from '../../tenant.ts';

/** The process reads it now and then by itself, for no request. */
const OWN_READING = 'list_host_names';

/**
 * Names of the statements that `run` makes the database execute, in their order. Two answers that need the
 * same statements take the same time, whatever the machine does meanwhile, so the time reveals nothing that
 * the answer does not say.
 */
export async function statementsOf(
  { tenancy }: { tenancy: Tenancy },
  run: () => Promise<unknown>,
): Promise<string[]> {
  const { lookup, withoutTenant, withTenant } = tenancy;
  const names: string[] = [];
  tenancy.lookup = (statement, values) => {
    names.push(statement.name);
    return lookup(statement, values);
  };
  tenancy.withoutTenant = (statement, values) => {
    names.push(statement.name);
    return withoutTenant(statement, values);
  };
  tenancy.withTenant = (merchantId, work) =>
    withTenant(merchantId, (tx) => {
      names.push('BEGIN');
      return work({
        merchantId,
        now: tx.now,
        query: (statement, values) => {
          names.push(statement.name);
          return tx.query(statement, values);
        },
        prisma: (inPrisma) => {
          names.push('prisma');
          return tx.prisma(inPrisma);
        },
      });
    });
  try {
    await run();
  } finally {
    Object.assign(tenancy, { lookup, withoutTenant, withTenant });
  }
  return names.filter((name) => name !== OWN_READING);
}
