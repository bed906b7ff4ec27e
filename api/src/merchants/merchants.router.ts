import { saveCashbackSettingsInput } from 'domain/cashback-settings';
import { merchantSignupInput } from 'domain/inputs';
import { MERCHANT_SIGNUP_PER_ADDRESS } from '../auth/limits.ts';
import { router, signInProcedure, staffProcedure } from '../trpc.ts';
import { saveCashbackSettings } from './save-cashback-settings.ts';
import { showCashbackSettings } from './show-cashback-settings.ts';
import { signUpMerchant } from './sign-up-merchant.ts';

export const merchantsRouter = router({
  /** A shop signs itself up; whoever does becomes its owner. */
  signup: signInProcedure(MERCHANT_SIGNUP_PER_ADDRESS)
    .input(merchantSignupInput)
    .mutation(async ({ ctx, input }): Promise<{ email: string }> => {
      const { email } = await signUpMerchant(ctx.app, input, ctx);
      return { email };
    }),

  /** How the programme works: what the settings' first tab shows. */
  cashbackSettings: staffProcedure('settings.write').query(({ ctx }) =>
    showCashbackSettings(ctx.app, ctx.staff.merchantId),
  ),

  /** Changes it for later credits and redemptions. */
  saveCashbackSettings: staffProcedure('settings.write')
    .input(saveCashbackSettingsInput)
    .mutation(({ ctx, input }) => saveCashbackSettings(ctx.app, ctx.staff, ctx, input)),
});
