import { apiKeyInput, createApiKeyInput } from 'domain/api-keys';
import { employeeProcedure, router } from '../trpc.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

export const apiKeysRouter = router({
  /** Of each key what it begins with, for whom it acts and when it was last used. */
  list: employeeProcedure('integrations.write').query(({ ctx }) =>
    listApiKeys(ctx.app, ctx.staff.merchantId),
  ),

  /** The answer holds the key, once. */
  create: employeeProcedure('integrations.write')
    .input(createApiKeyInput)
    .mutation(({ ctx, input }) => createApiKey(ctx.app, ctx.staff, ctx, input)),

  revoke: employeeProcedure('integrations.write')
    .input(apiKeyInput)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.app, ctx.staff, ctx, input)),
});
