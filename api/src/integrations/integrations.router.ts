import { saveIntegrationInput, setIntegrationActiveInput } from 'domain/integrations';
import { router, staffProcedure } from '../trpc.ts';
import { saveIntegration } from './save-integration.ts';
import { setIntegrationActive } from './set-integration-active.ts';
import { showIntegrations } from './show-integrations.ts';
import { showSyncLog } from './show-sync-log.ts';

export const integrationsRouter = router({
  /** Every provider's settings; of a key, its last four characters. */
  list: staffProcedure('integrations.write').query(({ ctx }) =>
    showIntegrations(ctx.app, ctx.staff.merchantId),
  ),

  save: staffProcedure('integrations.write')
    .input(saveIntegrationInput)
    .mutation(({ ctx, input }) => saveIntegration(ctx.app, ctx.staff, ctx, input)),

  /** Of an integration that is saved. */
  setActive: staffProcedure('integrations.write')
    .input(setIntegrationActiveInput)
    .mutation(({ ctx, input }) => setIntegrationActive(ctx.app, ctx.staff, ctx, input)),

  /** What was sent lately, and what could not be. */
  logs: staffProcedure('integrations.write').query(({ ctx }) => showSyncLog(ctx.app, ctx.staff.merchantId)),
});
