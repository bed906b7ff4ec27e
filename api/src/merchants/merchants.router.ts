import { merchantSignupInput } from 'domain/inputs';
import { MERCHANT_SIGNUP_PER_ADDRESS } from '../auth/limits.ts';
import { router, signInProcedure } from '../trpc.ts';
import { signUpMerchant } from './sign-up-merchant.ts';

export const merchantsRouter = router({
  /** A shop signs itself up; whoever does becomes its owner. */
  signup: signInProcedure(MERCHANT_SIGNUP_PER_ADDRESS)
    .input(merchantSignupInput)
    .mutation(async ({ ctx, input }): Promise<{ email: string }> => {
      const { email } = await signUpMerchant(ctx.app, input, ctx);
      return { email };
    }),
});
