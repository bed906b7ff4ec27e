import { apiKeyInput, createApiKeyInput } from 'domain/api-keys';
import { employeeProcedure, router } from '../trpc.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

export const apiKeysRouter = router({
  /** The keys, each with its prefix, the employee it acts for and its last use. */
  list: employeeProcedure('integrations.write').query(({ ctx }) =>
    listApiKeys(ctx.app, ctx.staff.merchantId),
  ),

  /** Creates a key; the answer holds it, once. */
  create: employeeProcedure('integrations.write', { proof: 'fresh' })
    .input(createApiKeyInput)
    .mutation(({ ctx, input }) => createApiKey(ctx.app, ctx.staff, ctx, input)),

  revoke: employeeProcedure('integrations.write', { proof: 'fresh' })
    .input(apiKeyInput)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.app, ctx.staff, ctx, input)),
});
