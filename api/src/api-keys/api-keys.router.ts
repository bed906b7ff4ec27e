import { apiKeyInput, createApiKeyInput } from 'domain/api-keys';
import { router, staffProcedure } from '../trpc.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

export const apiKeysRouter = router({
  /** Of each key what it begins with, for whom it acts and when it was last used. */
  list: staffProcedure('integrations.write').query(({ ctx }) => listApiKeys(ctx.app, ctx.staff.merchantId)),

  /** The answer holds the key, once. */
  create: staffProcedure('integrations.write')
    .input(createApiKeyInput)
    .mutation(({ ctx, input }) => createApiKey(ctx.app, ctx.staff, ctx, input)),

  revoke: staffProcedure('integrations.write')
    .input(apiKeyInput)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.app, ctx.staff, ctx, input)),
});
