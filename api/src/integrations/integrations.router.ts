import {
  createCampaignInput,
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

const procedure = employeeProcedure('integrations.write');
const logProcedure = employeeProcedure('integrations.write', { shows: 'counted' });

export const integrationsRouter = router({
  /** Every provider's settings; of a key, its last four characters. */
  list: procedure.query(({ ctx }) => showIntegrations(ctx.app, ctx.staff.merchantId)),

  save: procedure
    .input(saveIntegrationInput)
    .mutation(({ ctx, input }) => saveIntegration(ctx.app, ctx.staff, ctx, input)),

  /** Of an integration that is saved. */
  setActive: procedure
    .input(setIntegrationActiveInput)
    .mutation(({ ctx, input }) => setIntegrationActive(ctx.app, ctx.staff, ctx, input)),

  /** Whether an account answers, saved or only typed. `request` says how it went. */
  test: procedure
    .input(testIntegrationInput)
    .mutation(({ ctx, input }) => requestConnectionTest(ctx.app, ctx.staff, ctx, input)),

  /** A draft at Mailchimp. `request` says how it went. */
  createCampaign: procedure
    .input(createCampaignInput)
    .mutation(({ ctx, input }) => requestCampaign(ctx.app, ctx.staff, ctx, input)),

  /** What the provider answered so far. */
  request: procedure
    .input(providerRequestInput)
    .query(({ ctx, input }) => showProviderRequest(ctx.app, ctx.staff.merchantId, input)),

  startBulkSync: procedure.mutation(({ ctx }) => startBulkSync(ctx.app, ctx.staff, ctx)),

  /** How far the latest run is. */
  bulkSync: procedure.query(({ ctx }) => showBulkSync(ctx.app, ctx.staff.merchantId)),

  /** What was sent lately, and what could not be. */
  logs: logProcedure
    .input(syncLogInput)
    .query(({ ctx, input }) => showSyncLog(ctx.app, ctx.staff.merchantId, input)),

  log: logProcedure
    .input(syncLogEntryInput)
    .query(({ ctx, input }) => showSyncLogEntry(ctx.app, ctx.staff.merchantId, input)),

  /** Of an entry that failed, once. */
  retry: procedure
    .input(syncLogEntryInput)
    .mutation(({ ctx, input }) => retrySync(ctx.app, ctx.staff, ctx, input)),
});
