import { alertInput, alertSettingsInput, closeAlertInput, listAlertsInput } from 'domain/alert-inputs';
import { z } from 'zod';
import { employeeProcedure, router } from '../trpc.ts';
import { previewAlertSettings, saveAlertSettings, showAlertSettings } from './alert-settings.ts';
import { closeAlert } from './close-alert.ts';
import { countAlerts } from './count-alerts.ts';
import { holdAlert, releaseAlert } from './hold-alert.ts';
import { listAlerts } from './list-alerts.ts';
import { showAlert } from './show-alert.ts';

const nothing = z.strictObject({}).optional();

export const alertsRouter = router({
  /** The open or the closed alerts, a page at a time. */
  list: employeeProcedure('alerts.close', { shows: 'counted' })
    .input(listAlertsInput)
    .query(({ ctx, input }) => listAlerts(ctx.app, ctx.staff.merchantId, input)),

  /** How many are open. */
  count: employeeProcedure('alerts.close')
    .input(nothing)
    .query(({ ctx }) => countAlerts(ctx.app, ctx.staff.merchantId)),

  /** One alert with its movements. */
  show: employeeProcedure('alerts.close', { shows: 'counted' })
    .input(alertInput)
    .query(({ ctx, input }) => showAlert(ctx.app, ctx.staff, input.id)),

  /** No redemption of its customers until it is looked at. */
  hold: employeeProcedure('alerts.close')
    .input(alertInput)
    .mutation(({ ctx, input }) => holdAlert(ctx.app, ctx.staff, ctx, input.id)),

  /** Ends the hold. */
  release: employeeProcedure('alerts.close')
    .input(alertInput)
    .mutation(({ ctx, input }) => releaseAlert(ctx.app, ctx.staff, ctx, input.id)),

  /** Closes an alert as fine or as settled. */
  close: employeeProcedure('alerts.close')
    .input(closeAlertInput)
    .mutation(({ ctx, input }) => closeAlert(ctx.app, ctx.staff, ctx, input)),

  /** The thresholds. */
  settings: employeeProcedure('alerts.close')
    .input(nothing)
    .query(({ ctx }) => showAlertSettings(ctx.app, ctx.staff.merchantId)),

  /** The effect of thresholds on the last 90 days. */
  previewSettings: employeeProcedure('alerts.close')
    .input(alertSettingsInput)
    .query(({ ctx, input }) => previewAlertSettings(ctx.app, ctx.staff.merchantId, input)),

  saveSettings: employeeProcedure('alerts.close')
    .input(alertSettingsInput)
    .mutation(({ ctx, input }) => saveAlertSettings(ctx.app, ctx.staff, ctx, input)),
});
