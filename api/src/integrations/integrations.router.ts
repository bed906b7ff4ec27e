import {
  createCampaignInput,
  erasedAtProviderInput,
  providerRequestInput,
  saveIntegrationInput,
  setIntegrationActiveInput,
  syncLogEntryInput,
  syncLogInput,
  testIntegrationInput,
} from 'domain/integrations';
import { employeeProcedure, router } from '../trpc.ts';
import { requestCampaign } from './request-campaign.ts';
import { requestConnectionTest } from './request-connection-test.ts';
import { retrySync } from './retry-sync.ts';
import { saveIntegration } from './save-integration.ts';
import { setIntegrationActive } from './set-integration-active.ts';
import { showBulkSync } from './show-bulk-sync.ts';
import { showIntegrations } from './show-integrations.ts';
import { showProviderRequest } from './show-provider-request.ts';
import { showSyncLog, showSyncLogEntry } from './show-sync-log.ts';
import { startBulkSync } from './start-bulk-sync.ts';
import {
  confirmErasedAtProvider,
  confirmSyncByHand,
  showUndeliveredErasures,
} from './undelivered-erasures.ts';

const procedure = employeeProcedure('integrations.write');
const logProcedure = employeeProcedure('integrations.write', { shows: 'counted' });

export const integrationsRouter = router({
  /** Lists every provider's settings; of a key, its last four characters. */
  list: procedure.query(({ ctx }) => showIntegrations(ctx.app, ctx.staff.merchantId)),

  save: employeeProcedure('integrations.write', { proof: 'fresh' })
    .input(saveIntegrationInput)
    .mutation(({ ctx, input }) => saveIntegration(ctx.app, ctx.staff, ctx, input)),

  /** Turns a saved integration on or off. */
  setActive: procedure
    .input(setIntegrationActiveInput)
    .mutation(({ ctx, input }) => setIntegrationActive(ctx.app, ctx.staff, ctx, input)),

  /** Tests whether an account answers, saved or only typed. `request` has the result. */
  test: procedure
    .input(testIntegrationInput)
    .mutation(({ ctx, input }) => requestConnectionTest(ctx.app, ctx.staff, ctx, input)),

  /** Makes a draft at Mailchimp. `request` has the result. */
  createCampaign: procedure
    .input(createCampaignInput)
    .mutation(({ ctx, input }) => requestCampaign(ctx.app, ctx.staff, ctx, input)),

  /** The provider's answer so far. */
  request: procedure
    .input(providerRequestInput)
    .query(({ ctx, input }) => showProviderRequest(ctx.app, ctx.staff.merchantId, input)),

  startBulkSync: procedure.mutation(({ ctx }) => startBulkSync(ctx.app, ctx.staff, ctx)),

  /** Progress of the latest run. */
  bulkSync: procedure.query(({ ctx }) => showBulkSync(ctx.app, ctx.staff.merchantId)),

  /** The latest syncs, failed ones included. */
  logs: logProcedure
    .input(syncLogInput)
    .query(({ ctx, input }) => showSyncLog(ctx.app, ctx.staff.merchantId, input)),

  log: logProcedure
    .input(syncLogEntryInput)
    .query(({ ctx, input }) => showSyncLogEntry(ctx.app, ctx.staff.merchantId, input)),

  /** Sends a failed entry again, once. */
  retry: procedure
    .input(syncLogEntryInput)
    .mutation(({ ctx, input }) => retrySync(ctx.app, ctx.staff, ctx, input)),

  /** Erasures and withdrawals that a provider did not confirm, to be done there by hand. */
  undeliveredErasures: procedure.query(({ ctx }) => showUndeliveredErasures(ctx.app, ctx.staff.merchantId)),

  /** Notes that one was done there by hand. */
  confirmErasure: procedure
    .input(erasedAtProviderInput)
    .mutation(({ ctx, input }) => confirmErasedAtProvider(ctx.app, ctx.staff, ctx, input)),

  /** Notes the same of a log entry. */
  confirmSync: procedure
    .input(syncLogEntryInput)
    .mutation(({ ctx, input }) => confirmSyncByHand(ctx.app, ctx.staff, ctx, input)),
});
