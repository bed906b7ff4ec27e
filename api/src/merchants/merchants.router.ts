import { saveCashbackSettingsInput } from 'domain/cashback-settings';
import { merchantSignupInput } from 'domain/inputs';
import { saveGeneralSettingsInput, saveMarketingSettingsInput } from 'domain/merchant-inputs';
import { z } from 'zod';
import { MERCHANT_SIGNUP_PER_ADDRESS } from '../limits/call-limits.ts';
import { removeLogo } from '../logos/save-logo.ts';
import { employeeProcedure, router, signInProcedure } from '../trpc.ts';
import { askMerchantSignup } from './ask-merchant-signup.ts';
import { saveCashbackSettings } from './save-cashback-settings.ts';
import { saveGeneralSettings } from './save-general-settings.ts';
import { saveMarketingSettings } from './save-marketing-settings.ts';
import { showCashbackSettings } from './show-cashback-settings.ts';
import { showGeneralSettings } from './show-general-settings.ts';
import { showMarketingSettings } from './show-marketing-settings.ts';

export const merchantsRouter = router({
  /** Signs a merchant up and makes the caller its owner, at once or by a link that proves the e-mail. */
  signup: signInProcedure(MERCHANT_SIGNUP_PER_ADDRESS)
    .input(merchantSignupInput)
    .mutation(({ ctx, input }) => askMerchantSignup(ctx.app, input, ctx)),

  /** The program's rules, as the settings' first tab shows them. */
  cashbackSettings: employeeProcedure('settings.write').query(({ ctx }) =>
    showCashbackSettings(ctx.app, ctx.staff.merchantId),
  ),

  /** Changes the rules for later credits and redemptions. */
  saveCashbackSettings: employeeProcedure('settings.write')
    .input(saveCashbackSettingsInput)
    .mutation(({ ctx, input }) => saveCashbackSettings(ctx.app, ctx.staff, ctx, input)),

  /** The merchant's own details; its logo is uploaded as a file, see logo.routes.ts. */
  generalSettings: employeeProcedure('settings.write').query(({ ctx }) =>
    showGeneralSettings(ctx.app, ctx.staff.merchantId),
  ),

  saveGeneralSettings: employeeProcedure('settings.write')
    .input(saveGeneralSettingsInput)
    .mutation(({ ctx, input }) => saveGeneralSettings(ctx.app, ctx.staff, ctx, input)),

  removeLogo: employeeProcedure('settings.write')
    .input(z.strictObject({}))
    .mutation(async ({ ctx }): Promise<null> => {
      await removeLogo(ctx.app, ctx.staff, ctx);
      return null;
    }),

  /** The tags on the customers' pages. */
  marketingSettings: employeeProcedure('settings.write').query(({ ctx }) =>
    showMarketingSettings(ctx.app, ctx.staff.merchantId),
  ),

  saveMarketingSettings: employeeProcedure('settings.write')
    .input(saveMarketingSettingsInput)
    .mutation(({ ctx, input }) => saveMarketingSettings(ctx.app, ctx.staff, ctx, input)),
});
