import {
  changePasswordInput,
  endSessionInput,
  forgotPasswordInput,
  passwordLinkInput,
  saveProfileInput,
  setPasswordInput,
} from 'domain/account-inputs';
import { loginInput } from 'domain/inputs';
import type { ClientSession } from 'domain/session';
import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { router, signInProcedure, staffProcedure } from '../trpc.ts';
import { askPasswordReset } from './ask-password-reset.ts';
import { changePassword } from './change-password.ts';
import { FORGOT_PASSWORD_PER_ADDRESS, LOGIN_PER_ADDRESS, PASSWORD_LINK_PER_ADDRESS } from './limits.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { openPasswordLink } from './open-password-link.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { type Profile, saveProfile } from './save-profile.ts';
import { setPassword } from './set-password.ts';

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
      const staff = await ctx.session();
      if (staff) await logOut(ctx.app, staff, ctx);
      ctx.setSessionToken(undefined);
      return null;
    }),

  /** Who is signed in, or null; asked at every start of the back-office. */
  session: signInProcedure()
    .input(z.strictObject({}).optional())
    .query(async ({ ctx }): Promise<ClientSession | null> => (await ctx.session())?.client ?? null),

  /** 'Esqueci minha senha': the same answer for every address. */
  forgotPassword: signInProcedure(FORGOT_PASSWORD_PER_ADDRESS)
    .input(forgotPasswordInput)
    .mutation(({ ctx, input }) => askPasswordReset(ctx.app, input)),

  /** Whose password a link sets. It changes nothing and is a mutation all the same: a query's input is in an address. */
  passwordLink: signInProcedure(PASSWORD_LINK_PER_ADDRESS)
    .input(passwordLinkInput)
    .mutation(({ ctx, input }) => openPasswordLink(ctx.app, input.token)),

  /** Sets the password by the link, once. Nobody is signed in by it. */
  setPassword: signInProcedure(PASSWORD_LINK_PER_ADDRESS)
    .input(setPasswordInput)
    .mutation(({ ctx, input }) => setPassword(ctx.app, input, ctx)),

  /** One's own name, addresses and role. */
  profile: staffProcedure('profile.write').query(({ ctx }): Profile => {
    const { name, email, phone, role } = ctx.staff.client.employee;
    return { name, email, phone, role };
  }),

  saveProfile: staffProcedure('profile.write')
    .input(saveProfileInput)
    .mutation(({ ctx, input }) => saveProfile(ctx.app, ctx.staff, ctx, input)),

  /** Changes one's own password; this browser goes on with a new session, every other one is signed out. */
  changePassword: staffProcedure('profile.write')
    .input(changePasswordInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      ctx.setSessionToken(await changePassword(ctx.app, ctx.staff, ctx, input));
      return null;
    }),

  /** Where one is signed in. */
  sessions: staffProcedure('profile.write').query(({ ctx }) => listOwnSessions(ctx.app, ctx.staff)),

  endSession: staffProcedure('profile.write')
    .input(endSessionInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await endOwnSession(ctx.app, ctx.staff, ctx, input);
      return null;
    }),

  endOtherSessions: staffProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => endOtherSessions(ctx.app, ctx.staff, ctx)),
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
