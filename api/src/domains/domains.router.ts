import { saveLinkSettingsInput } from 'domain/link-settings';
import { DOMAIN_CHECKS_PER_MERCHANT } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import { employeeProcedure, router } from '../trpc.ts';
import { saveLinkSettings } from './save-link-settings.ts';
import { showLinkSettings } from './show-link-settings.ts';
import { verifyDomain } from './verify-domain.ts';

export const domainsRouter = router({
  /** The signup link and the merchant's own domain, with the records that prove it. */
  linkSettings: employeeProcedure('settings.write').query(({ ctx }) =>
    showLinkSettings(ctx.app, ctx.staff.merchantId),
  ),

  /** Changes the slug and the domain. */
  saveLinkSettings: employeeProcedure('settings.write')
    .input(saveLinkSettingsInput)
    .mutation(({ ctx, input }) => saveLinkSettings(ctx.app, ctx.staff, ctx, input)),

  /** Checks the domain's record now. */
  verify: employeeProcedure('settings.write').mutation(async ({ ctx }) => {
    await limitSubject(ctx.app.limiter, DOMAIN_CHECKS_PER_MERCHANT, ctx.staff.merchantId);
    return await verifyDomain(ctx.app, ctx.staff, ctx);
  }),
});
