import {
  changePasswordInput,
  confirmAuthenticatorInput,
  confirmEmailInput,
  confirmPasskeyInput,
  emailLinkInput,
  endSessionInput,
  finishLoginInput,
  finishPasskeyLoginInput,
  forgotPasswordInput,
  passwordLinkInput,
  proveSelfInput,
  removePasskeyInput,
  saveProfileInput,
  securityNoticeInput,
  setPasswordInput,
  setPinInput,
  startPasskeyLoginInput,
} from 'domain/account-inputs';
import { loginInput } from 'domain/inputs';
import type { ClientSession } from 'domain/session';
import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { EMAIL_LINK_OPENINGS_PER_ADDRESS, LOGIN_CALLS_PER_ADDRESS } from '../limits/call-limits.ts';
import { employeeProcedure, router, signInProcedure } from '../trpc.ts';
import { alertFarLogin } from './alert-far-login.ts';
import { askPasswordReset } from './ask-password-reset.ts';
import { beginHalfOpenLogin, type FactorKind } from './begin-half-open-login.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { disownNotice } from './disown-notice.ts';
import { finishLogin } from './finish-login.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';
import { logIn, type SignedIn } from './log-in.ts';
import { logInWithPasskey, startPasskeyLogin } from './log-in-with-passkey.ts';
import { logOut } from './log-out.ts';
import { openEmailLink } from './open-email-link.ts';
import { openPasswordLink } from './open-password-link.ts';
import { openSecurityNotice } from './open-security-notice.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  showFactors,
  startAuthenticator,
} from './own-factors.ts';
import { confirmPasskey, removePasskey, startPasskey } from './own-passkeys.ts';
import { removePin, setPin, showPin } from './own-pin.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { presentSession } from './present-session.ts';
import { proveByPasskey, startPasskeyProof } from './prove-by-passkey.ts';
import { proveSelf } from './prove-self.ts';
import { resendEmailLink } from './resend-email-link.ts';
import { saveProfile } from './save-profile.ts';
import { setPassword } from './set-password.ts';
import { showProfile } from './show-profile.ts';
import { unlockPin } from './unlock-pin.ts';

/** Changes how the employee signs in. */
const OWN_ACCESS = { proof: 'fresh', notOnTablets: true } as const;

export const authRouter = router({
  /**
   * Starts a session (cookie) and returns the signed-in employee. For programs and older front ends, which
   * know no second step: refuses where one is asked for.
   */
  login: signInProcedure(LOGIN_CALLS_PER_ADDRESS)
    .input(loginInput)
    .mutation(async ({ ctx, input }): Promise<ClientSession> => {
      const login = await logIn(ctx.app, input, loginRequestOf(ctx, input));
      if ('needsFactor' in login) throw new Refusal('factor_needed');
      return await enter(ctx, login, input.email);
    }),

  /**
   * The first step of a login: a session as by `login`, or the token with which `finishLogin` takes a code.
   */
  startLogin: signInProcedure(LOGIN_CALLS_PER_ADDRESS)
    .input(loginInput)
    .mutation(async ({ ctx, input }): Promise<StartedLogin> => {
      const login = await logIn(ctx.app, input, loginRequestOf(ctx, input));
      if (!('needsFactor' in login))
        return { session: await enter(ctx, login, input.email), halfOpenToken: null, factors: [] };
      return { session: null, ...(await beginHalfOpenLogin(ctx.app, login.needsFactor)) };
    }),

  /** The second step: a code of the authenticator app, or a recovery code. */
  finishLogin: signInProcedure(LOGIN_CALLS_PER_ADDRESS)
    .input(finishLoginInput)
    .mutation(async ({ ctx, input }): Promise<ClientSession> => {
      const { ip, userAgent, browser, deviceOf } = ctx;
      const { email, ...login } = await finishLogin(ctx.app, input, { ip, userAgent, browser, deviceOf });
      return await enter(ctx, login, email);
    }),

  /** What a browser needs to sign in with a passkey: alone, or after the password. */
  startPasskeyLogin: signInProcedure(LOGIN_CALLS_PER_ADDRESS)
    .input(startPasskeyLoginInput)
    .mutation(({ ctx, input }) => startPasskeyLogin(ctx.app, input)),

  /** Starts a session by a passkey's signature. */
  finishPasskeyLogin: signInProcedure(LOGIN_CALLS_PER_ADDRESS)
    .input(finishPasskeyLoginInput)
    .mutation(async ({ ctx, input }): Promise<ClientSession> => {
      const { ip, userAgent, browser, deviceOf } = ctx;
      const { email, ...login } = await logInWithPasskey(ctx.app, input, {
        ip,
        userAgent,
        browser,
        deviceOf,
      });
      return await enter(ctx, login, email);
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
    .query(async ({ ctx }): Promise<ClientSession | null> => {
      const staff = await ctx.session();
      if (!staff) return null;
      return await ctx.app.tenancy.withTenant(staff.merchantId, (tx) => presentSession(tx, staff));
    }),

  /** 'Esqueci minha senha': the same answer for every address. */
  forgotPassword: signInProcedure()
    .input(forgotPasswordInput)
    .mutation(({ ctx, input }) =>
      askPasswordReset(ctx.app, input, { ip: ctx.ip, device: ctx.deviceOf(input.email) }),
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
   * have; after a reset the new password is asked for, and so it is where a second step is.
   */
  setPassword: signInProcedure()
    .input(setPasswordInput)
    .mutation(async ({ ctx, input }): Promise<{ email: string; session: ClientSession | null }> => {
      const { kind, email, deviceGeneration, hasFactor, ...employee } = await setPassword(
        ctx.app,
        input,
        ctx,
      );
      if (kind !== 'invitation' || hasFactor) {
        ctx.rememberDevice(email, deviceGeneration);
        return { email, session: null };
      }
      const token = await ctx.app.sessions.create(employee, ctx);
      const session = await enter(ctx, { token, deviceGeneration, isNewDevice: false }, email);
      return { email, session };
    }),

  /** The address that a link proves, and its merchant. A mutation for the same reason as `passwordLink`. */
  emailLink: signInProcedure(EMAIL_LINK_OPENINGS_PER_ADDRESS)
    .input(emailLinkInput)
    .mutation(({ ctx, input }) => openEmailLink(ctx.app, input.token)),

  /**
   * Proves the address: completes a sign-up or a change of e-mail, once. It starts no session, but the login
   * that follows in this browser is no new device's.
   */
  confirmEmail: signInProcedure(EMAIL_LINK_OPENINGS_PER_ADDRESS)
    .input(confirmEmailInput)
    .mutation(async ({ ctx, input }): Promise<{ email: string }> => {
      const { email, deviceGeneration } = await confirmEmail(ctx.app, input, ctx);
      ctx.rememberDevice(email, deviceGeneration);
      return { email };
    }),

  /** The notice that a mail's 'Não fui eu' is about. A mutation for the same reason as `passwordLink`. */
  securityNotice: signInProcedure(EMAIL_LINK_OPENINGS_PER_ADDRESS)
    .input(securityNoticeInput)
    .mutation(({ ctx, input }) => openSecurityNotice(ctx.app, input.token)),

  /** 'Não fui eu': ends every session and the password, and mails a link to a new one. */
  disownNotice: signInProcedure(EMAIL_LINK_OPENINGS_PER_ADDRESS)
    .input(securityNoticeInput)
    .mutation(({ ctx, input }) => disownNotice(ctx.app, input, ctx)),

  /** The employee's own name, addresses and role. */
  profile: employeeProcedure('profile.write', { withoutFactor: true }).query(({ ctx }) =>
    showProfile(ctx.app, ctx.staff),
  ),

  /** A new e-mail or phone needs a fresh proof. */
  saveProfile: employeeProcedure('profile.write', { proof: 'sometimes' })
    .input(saveProfileInput)
    .mutation(({ ctx, input: { currentPassword: _, ...profile } }) =>
      saveProfile(ctx.app, ctx.staff, ctx, profile),
    ),

  /** Sends another link to the new e-mail that is not proved yet. */
  resendEmailLink: employeeProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => resendEmailLink(ctx.app, ctx.staff, ctx.ip)),

  cancelEmailChange: employeeProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => cancelEmailChange(ctx.app, ctx.staff, ctx)),

  /** Proves once more who is there, so that this session may do for ten minutes what needs a fresh proof. */
  proveSelf: employeeProcedure('profile.write', { withoutFactor: true })
    .input(proveSelfInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      if ('passkey' in input) await proveByPasskey(ctx.app, ctx.staff, input.passkey);
      else await proveSelf(ctx.app, ctx.staff, ctx, input);
      return null;
    }),

  /** What a browser needs to do so by a passkey. */
  startPasskeyProof: employeeProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => startPasskeyProof(ctx.app, ctx.staff)),

  /** Changes the employee's own password. This browser gets a new session; all others are signed out. */
  changePassword: employeeProcedure('profile.write', { proof: 'fresh' })
    .input(changePasswordInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      const { token, deviceGeneration } = await changePassword(ctx.app, ctx.staff, ctx, input);
      ctx.setSessionToken(token);
      ctx.rememberDevice(ctx.staff.client.employee.email, deviceGeneration);
      return null;
    }),

  /** The employee's own second step. */
  factors: employeeProcedure('profile.write', { withoutFactor: true }).query(({ ctx }) =>
    showFactors(ctx.app, ctx.staff),
  ),

  /** The secret for an authenticator app, once. Nothing changes until `confirmAuthenticator`. */
  startAuthenticator: employeeProcedure('profile.write', { ...OWN_ACCESS, withoutFactor: true })
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => startAuthenticator(ctx.app, ctx.staff)),

  /** Turns the app on. Returns recovery codes, once, where it is the first factor. */
  confirmAuthenticator: employeeProcedure('profile.write', { ...OWN_ACCESS, withoutFactor: true })
    .input(confirmAuthenticatorInput)
    .mutation(({ ctx, input }) => confirmAuthenticator(ctx.app, ctx.staff, ctx, input)),

  removeAuthenticator: employeeProcedure('profile.write', OWN_ACCESS)
    .input(z.strictObject({}).optional())
    .mutation(async ({ ctx }): Promise<null> => {
      await removeAuthenticator(ctx.app, ctx.staff, ctx);
      return null;
    }),

  /** What a browser needs to make a passkey. Nothing changes until `confirmPasskey`. */
  startPasskey: employeeProcedure('profile.write', { ...OWN_ACCESS, withoutFactor: true })
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => startPasskey(ctx.app, ctx.staff)),

  /** Adds the passkey. Returns recovery codes, once, where it is the first factor. */
  confirmPasskey: employeeProcedure('profile.write', { ...OWN_ACCESS, withoutFactor: true })
    .input(confirmPasskeyInput)
    .mutation(({ ctx, input }) => confirmPasskey(ctx.app, ctx.staff, ctx, input)),

  removePasskey: employeeProcedure('profile.write', OWN_ACCESS)
    .input(removePasskeyInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await removePasskey(ctx.app, ctx.staff, ctx, input);
      return null;
    }),

  /** Replaces the recovery codes and returns the new ones, once. */
  renewRecoveryCodes: employeeProcedure('profile.write', OWN_ACCESS)
    .input(z.strictObject({}).optional())
    .mutation(({ ctx }) => renewRecoveryCodes(ctx.app, ctx.staff, ctx)),

  /** The employee's own PIN for the counter. */
  pin: employeeProcedure('profile.write').query(({ ctx }) => showPin(ctx.app, ctx.staff)),

  setPin: employeeProcedure('profile.write', OWN_ACCESS)
    .input(setPinInput)
    .mutation(({ ctx, input }) => setPin(ctx.app, ctx.staff, ctx, input)),

  removePin: employeeProcedure('profile.write')
    .input(z.strictObject({}).optional())
    .mutation(async ({ ctx }): Promise<null> => {
      await removePin(ctx.app, ctx.staff, ctx);
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

/** A login after its password: one of the two is null. */
interface StartedLogin {
  session: ClientSession | null;
  halfOpenToken: string | null;
  /** What may follow the password, besides a recovery code. */
  factors: FactorKind[];
}

const loginRequestOf = (ctx: Context, { email }: { email: string }) => ({
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  browser: ctx.browser,
  device: ctx.deviceOf(email),
});

/** Hands a session that was just created to the browser, and ends the one it had. */
async function enter(
  ctx: Context,
  { token, deviceGeneration, isNewDevice }: SignedIn,
  email: string,
): Promise<ClientSession> {
  // Each sign-in gets a new token: one planted in the browser beforehand is worth nothing.
  if (ctx.sessionToken) await ctx.app.sessions.endByToken(ctx.sessionToken);
  const staff = await ctx.app.sessions.find(token);
  if (!staff) throw new Error('the session just created cannot be read');
  ctx.setSessionToken(token);
  ctx.rememberDevice(email, deviceGeneration);
  const { merchantId, employeeId } = staff;
  return await ctx.app.tenancy.withTenant(merchantId, async (tx) => {
    if (isNewDevice) await alertFarLogin(ctx.app, tx, { employeeId, ip: ctx.ip });
    await recordAudit(tx, {
      action: 'auth.login',
      entity: 'employee',
      entityId: employeeId,
      actor: staff,
      request: ctx,
    });
    await unlockPin(tx, employeeId);
    if (isNewDevice)
      await issueSecurityNotice(ctx.app, tx, { kind: 'new_device', employeeId, email, request: ctx });
    return await presentSession(tx, staff);
  });
}
