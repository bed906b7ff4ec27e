import {
  changePasswordInput,
  confirmEmailInput,
  emailLinkInput,
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
import type { Context } from '../context.ts';
import { EMAIL_LINK_OPENINGS_PER_ADDRESS, LOGIN_CALLS_PER_ADDRESS } from '../limits/call-limits.ts';
import { employeeProcedure, router, signInProcedure } from '../trpc.ts';
import { askPasswordReset } from './ask-password-reset.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { openEmailLink } from './open-email-link.ts';
import { openPasswordLink } from './open-password-link.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { resendEmailLink } from './resend-email-link.ts';
import { saveProfile } from './save-profile.ts';
import { setPassword } from './set-password.ts';
import { showProfile } from './show-profile.ts';

export const authRouter = router({
  /** Starts a session (cookie) and returns the signed-in employee. */
  login: signInProcedure(LOGIN_CALLS_PER_ADDRESS)
    .input(loginInput)
    .mutation(async ({ ctx, input }): Promise<ClientSession> => {
      const token = await logIn(ctx.app, input, { ...ctx, deviceId: ctx.deviceOf(input.email) });
      return await enter(ctx, token, input.email);
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

  /** The signed-in employee, or null; queried at every start of the back-office. */
  session: signInProcedure()
    .input(z.strictObject({}).optional())
    .query(async ({ ctx }): Promise<ClientSession | null> => (await ctx.session())?.client ?? null),

  /** 'Esqueci minha senha': the same answer for every address. */
  forgotPassword: signInProcedure()
    .input(forgotPasswordInput)
    .mutation(({ ctx, input }) =>
      askPasswordReset(ctx.app, input, { ip: ctx.ip, deviceId: ctx.deviceOf(input.email) }),
    ),

  /**
   * The employee whose password a link sets. A mutation although it changes nothing, because a query's input
   * is in the URL.
   */
  passwordLink: signInProcedure()
    .input(passwordLinkInput)
    .mutation(({ ctx, input }) => openPasswordLink(ctx.app, input.token, ctx)),

  /**
   * Sets the password by the link, once, and marks the browser as a known device, so that failed logins from
   * elsewhere do not lock it out. An invitation starts a session, in place of the one that the browser may
   * have; after a reset the new password is asked for.
   */
  setPassword: signInProcedure()
    .input(setPasswordInput)
    .mutation(async ({ ctx, input }): Promise<{ email: string; session: ClientSession | null }> => {
      const { kind, email, ...employee } = await setPassword(ctx.app, input, ctx);
      if (kind !== 'invitation') {
        ctx.rememberDevice(email);
        return { email, session: null };
      }
      const token = await ctx.app.sessions.create(employee, ctx);
      return { email, session: await enter(ctx, token, email) };
    }),

  /** The address that a link proves, and its merchant. A mutation for the same reason as `passwordLink`. */
  emailLink: signInProcedure(EMAIL_LINK_OPENINGS_PER_ADDRESS)
    .input(emailLinkInput)
    .mutation(({ ctx, input }) => openEmailLink(ctx.app, input.token)),

  /** Proves the address: completes a sign-up or a change of e-mail, once. It starts no session. */
  confirmEmail: signInProcedure(EMAIL_LINK_OPENINGS_PER_ADDRESS)
    .input(confirmEmailInput)
    .mutation(({ ctx, input }) => confirmEmail(ctx.app, input, ctx)),

  /** The employee's own name, addresses and role. */
  profile: employeeProcedure('profile.write').query(({ ctx }) => showProfile(ctx.app, ctx.staff)),

  saveProfile: employeeProcedure('profile.write')
    .input(saveProfileInput)
    .mutation(({ ctx, input }) => saveProfile(ctx.app, ctx.staff, ctx, input)),

  /** Sends another link to the new e-mail that is not proved yet. */
  resendEmailLink: employeeProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => resendEmailLink(ctx.app, ctx.staff, ctx.ip)),

  cancelEmailChange: employeeProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => cancelEmailChange(ctx.app, ctx.staff, ctx)),

  /** Changes the employee's own password. This browser gets a new session; all others are signed out. */
  changePassword: employeeProcedure('profile.write')
    .input(changePasswordInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      ctx.setSessionToken(await changePassword(ctx.app, ctx.staff, ctx, input));
      return null;
    }),

  /** The employee's own open sessions. */
  sessions: employeeProcedure('profile.write').query(({ ctx }) => listOwnSessions(ctx.app, ctx.staff)),

  endSession: employeeProcedure('profile.write')
    .input(endSessionInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await endOwnSession(ctx.app, ctx.staff, ctx, input);
      return null;
    }),

  endOtherSessions: employeeProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => endOtherSessions(ctx.app, ctx.staff, ctx)),
});

/** Hands a session that was just created to the browser, and ends the one it had. */
async function enter(ctx: Context, token: string, email: string): Promise<ClientSession> {
  // Each sign-in gets a new token: one planted in the browser beforehand is worth nothing.
  if (ctx.sessionToken) await endSession(ctx.app.sessions, ctx.sessionToken);
  const staff = await ctx.app.sessions.find(token);
  if (!staff) throw new Error('the session just created cannot be read');
  ctx.setSessionToken(token);
  ctx.rememberDevice(email);
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
}

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
