import { loginInput } from 'domain/inputs';
import type { ClientSession } from 'domain/session';
import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { router, signInProcedure } from '../trpc.ts';
import { LOGIN_PER_ADDRESS } from './limits.ts';
import { logIn } from './log-in.ts';

export const authRouter = router({
  /** Starts a session (cookie) and answers who is signed in. */
  login: signInProcedure(LOGIN_PER_ADDRESS)
    .input(loginInput)
    .mutation(async ({ ctx, input }): Promise<ClientSession> => {
      const token = await logIn(ctx.app, input, ctx);
      // A new token at every login: one that was planted in the browser before is worth nothing.
      if (ctx.sessionToken) await endSession(ctx.app.sessions, ctx.sessionToken);
      const staff = await ctx.app.sessions.find(token);
      if (!staff) throw new Error('the session just created cannot be read');
      ctx.setSessionToken(token);
      await ctx.app.tenancy.withTenant(staff.merchantId, (tx) =>
        recordAudit(tx, {
          action: 'auth.login',
          entity: 'employee',
          entityId: staff.employeeId,
          actor: staff,
          request: ctx,
        }),
      );
      return staff.client;
    }),

  /** Ends the session, if there is one. */
  logout: signInProcedure()
    .input(z.strictObject({}).optional())
    .mutation(async ({ ctx }): Promise<null> => {
      if (ctx.sessionToken) await endSession(ctx.app.sessions, ctx.sessionToken);
      ctx.setSessionToken(undefined);
      return null;
    }),

  /** Who is signed in, or null; asked at every start of the back-office. */
  session: signInProcedure()
    .input(z.strictObject({}).optional())
    .query(async ({ ctx }): Promise<ClientSession | null> => (await ctx.session())?.client ?? null),
});

async function endSession(
  sessions: {
    find: (token: string) => Promise<{ id: string } | undefined>;
    end: (s: { id: string }) => Promise<void>;
  },
  token: string,
) {
  const session = await sessions.find(token);
  if (session) await sessions.end(session);
}
