import type { Tenancy } from '../tenant.ts';

/** The same door, where something else happens each time that a statement of this name is about to be run. */
export function beforeStatement(tenancy: Tenancy, name: string, meanwhile: () => Promise<unknown>): Tenancy {
  return {
    ...tenancy,
    withTenant: (merchantId, run, options) =>
      tenancy.withTenant(
        merchantId,
        (tx) =>
          run({
            ...tx,
            query: async (statement, values) => {
              if (statement.name === name) await meanwhile();
              return await tx.query(statement, values);
            },
          }),
        options,
      ),
  };
}
