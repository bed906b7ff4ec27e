import { acceptTermsInput } from 'domain/terms-inputs';
import { employeeProcedure, router, signInProcedure } from '../trpc.ts';
import { acceptTerms } from './accept-terms.ts';
import { presentTexts } from './platform-document.ts';
import { showAcceptances } from './show-acceptances.ts';

export const legalRouter = router({
  /** The texts that a sign-up's form links to; it sends them back with the ticked box. */
  texts: signInProcedure().query(({ ctx }) => presentTexts(ctx.app.env.platformIdentity)),

  /** The merchant's acceptances of the platform's texts, and the text that waits. */
  acceptances: employeeProcedure('settings.write').query(({ ctx }) =>
    showAcceptances(ctx.app, ctx.staff.merchantId),
  ),

  /** An owner accepts new versions for the merchant. */
  accept: employeeProcedure('terms.accept')
    .input(acceptTermsInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await acceptTerms(ctx.app, ctx.staff, ctx, input.texts);
      return null;
    }),
});
