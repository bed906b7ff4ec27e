import type { ClientSession } from 'domain/session';
import { registerTabletInput, revokeTabletInput, unlockTabletInput } from 'domain/tablet-inputs';
import { z } from 'zod';
import { presentSession } from '../auth/present-session.ts';
import { TABLETS_PER_ADDRESS } from '../limits/call-limits.ts';
import { employeeProcedure, router, signInProcedure } from '../trpc.ts';
import { listTablets } from './list-tablets.ts';
import { type LockScreen, showLockScreen } from './lock-screen.ts';
import { registerTablet } from './register-tablet.ts';
import { revokeTablet } from './revoke-tablet.ts';
import { reportTabletUse, unlockTablet } from './unlock-tablet.ts';

/** Devices at the counter, which employees switch on by a PIN. */
export const tabletsRouter = router({
  list: employeeProcedure('tablets.write').query(({ ctx }) => listTablets(ctx.app, ctx.staff, ctx)),

  /**
   * Makes this browser a tablet (cookie), and ends its session. With a fresh proof only, because PINs open
   * it until it is revoked.
   */
  register: employeeProcedure('tablets.write', { proof: 'fresh' })
    .input(registerTabletInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      const { token } = await registerTablet(ctx.app, ctx.staff, ctx, input);
      ctx.setTabletToken(token);
      ctx.setSessionToken(undefined);
      return null;
    }),

  revoke: employeeProcedure('tablets.write')
    .input(revokeTabletInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await revokeTablet(ctx.app, ctx.staff, ctx, input);
      return null;
    }),

  /** Who may unlock this browser; null: it is no tablet. */
  lockScreen: signInProcedure(TABLETS_PER_ADDRESS)
    .input(z.strictObject({}).optional())
    .query(({ ctx }): Promise<LockScreen | null> => showLockScreen(ctx.app, ctx)),

  /** Starts a session (cookie) of the employee on this tablet, in place of the one before. */
  unlock: signInProcedure(TABLETS_PER_ADDRESS)
    .input(unlockTabletInput)
    .mutation(async ({ ctx, input }): Promise<ClientSession> => {
      const { token, staff } = await unlockTablet(ctx.app, ctx, input);
      if (ctx.sessionToken) await ctx.app.sessions.endByToken(ctx.sessionToken);
      ctx.setSessionToken(token);
      // Browsers keep a cookie for 400 days at most.
      if (ctx.tabletToken) ctx.setTabletToken(ctx.tabletToken);
      return await ctx.app.tenancy.withTenant(staff.merchantId, (tx) => presentSession(tx, staff));
    }),

  /** Called while a person uses the tablet, which else locks itself. */
  reportUse: employeeProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(async ({ ctx }): Promise<null> => {
      await reportTabletUse(ctx.app, ctx.staff);
      return null;
    }),
});
