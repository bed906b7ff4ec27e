import { confirmInput } from 'domain/inputs';
import { issueTrialInput, trialInput } from 'domain/trial-inputs';
import { CONFIRM_PER_ADDRESS } from '../limits/call-limits.ts';
import { employeeProcedure, publicProcedure, router } from '../trpc.ts';
import { confirmTrial } from './confirm-trial.ts';
import { issueTrial } from './issue-trial.ts';
import { showTrial } from './show-trial.ts';

export const trialsRouter = router({
  /** A purchase to the own phone that counts nowhere, as a QR code. */
  issue: employeeProcedure('settings.write')
    .input(issueTrialInput)
    .mutation(({ ctx, input }) => issueTrial(ctx.app, ctx.staff, ctx, input)),

  /** The trial's dialog asks it until the phone has confirmed. */
  show: employeeProcedure('settings.write')
    .input(trialInput)
    .query(({ ctx, input }) => showTrial(ctx.app, ctx.staff.merchantId, input.id)),

  /** The page that the trial's QR code opens. */
  confirm: publicProcedure(CONFIRM_PER_ADDRESS)
    .input(confirmInput)
    .mutation(({ ctx, input }) =>
      confirmTrial(ctx.app, { token: input.token, hostMerchantId: ctx.hostMerchantId }),
    ),
});
