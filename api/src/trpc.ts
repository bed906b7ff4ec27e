import { getTRPCErrorFromUnknown, initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { spellingsOf } from 'domain/doubt-phone';
import { readPhone } from 'domain/read-phone';
import { type Permission, seesMaskedContacts } from 'domain/roles';
import { ZodError, z } from 'zod';
import { assertFreshProof } from './assert-fresh-proof.ts';
import { assertFactor, assertMay } from './assert-may.ts';
import { assertNotOnTablet } from './assert-not-on-tablet.ts';
import { recordUnknownId } from './audit/record-unknown-id.ts';
import { untilSessionEnds } from './auth/until-session-ends.ts';
import { maskContacts } from './clientele/contacts.ts';
import type { ShownCustomers } from './clientele/customer-views.ts';
import type { Context } from './context.ts';
import { Refusal, toTrpcError } from './errors.ts';
import { fieldErrors } from './field-errors.ts';
import { isDatabaseUnavailable } from './lib/database-errors.ts';
import { perAddress, type RateLimit } from './lib/rate-limit.ts';
import { timeLimits } from './lib/time-limits.ts';
import { withDeadline } from './lib/with-deadline.ts';
import { limitCalls } from './limits/limit-calls.ts';
import type { ProofDemand, StaffSession } from './staff-session.ts';

/** Metadata of a procedure; the permission table, the limits and the tenant matrix are read from it. */
export interface ProcedureMeta {
  access: 'public' | 'employee';
  /** The permission that an employee procedure requires; null: being signed in is enough. */
  permission?: Permission | null;
  /** See `ProofDemand`; absent: never asked for. */
  proof?: ProofDemand;
  /** Public and sign-in calls are never batched, so that one request is one counted call. */
  batch?: boolean;
  limits?: readonly RateLimit[];
  /**
   * Set where the answer holds customers' phones: the customers shown to one employee are counted, and some
   * roles see their phones masked.
   */
  shows?: ShownCustomers;
  /** Set where it serves an employee who has yet to set up the second step that their merchant demands. */
  withoutFactor?: boolean;
  /** Set where it changes how its employee signs in, which the counter's tablets do not. */
  notOnTablets?: boolean;
}

// The Portuguese default for problems that no schema words itself.
z.config({ customError: () => 'Dados inválidos' });

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false, // never a stack trace in an answer
    errorFormatter({ error }) {
      const refusal = refusalOf(error);
      const fields = error.cause instanceof ZodError ? fieldErrors(error.cause) : undefined;
      // An event stream refuses after its procedure has returned, where no middleware can translate the
      // error.
      const translated = refusal ? toTrpcError(refusal) : error;
      return {
        message: sentenceOf(error, refusal, fields),
        code: TRPC_ERROR_CODES_BY_KEY[translated.code],
        data: {
          code: translated.code,
          httpStatus: getHTTPStatusCodeFromError(translated),
          refusal: refusal?.code ?? (fields ? 'bad_request' : null),
          fields: fields ?? null,
        },
      };
    },
  });

export const router = t.router;

/** The refusal behind an error, a lost database included; undefined for a bug. */
function refusalOf({ cause }: TRPCError): Refusal | undefined {
  if (cause instanceof Refusal) return cause;
  return isDatabaseUnavailable(cause)
    ? new Refusal('database_unavailable', { retryAfterSeconds: 2 })
    : undefined;
}

function sentenceOf(
  error: TRPCError,
  refusal: Refusal | undefined,
  fields: Record<string, string> | undefined,
): string {
  if (refusal) return refusal.message;
  if (fields) return Object.values(fields)[0] ?? 'Dados inválidos';
  if (error.code === 'INTERNAL_SERVER_ERROR') return 'Erro interno';
  return new Refusal(
    error.code === 'METHOD_NOT_SUPPORTED'
      ? 'method_not_allowed'
      : error.code === 'NOT_FOUND'
        ? 'not_found'
        : 'bad_request',
  ).message;
}

const late = () => toTrpcError(new Refusal('database_unavailable', { retryAfterSeconds: 2 }));

/**
 * Answers in time. Turns refusals into tRPC errors and a lost database into 503; any other error is passed
 * on. tRPC copies the call's options for each middleware, so each kind of procedure has only one, which calls
 * this.
 */
async function answering<Result extends { ok: true } | { ok: false; error: TRPCError }>(
  answer: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await withDeadline(answer(), timeLimits.answer, late);
    if (!result.ok) throw result.error;
    return result;
  } catch (thrown) {
    const error = getTRPCErrorFromUnknown(thrown);
    const refusal = refusalOf(error);
    throw refusal ? toTrpcError(refusal) : error;
  }
}

async function limitAddress({ app, ip }: Context, rules: readonly RateLimit[]): Promise<void> {
  for (const rule of rules) await limitCalls(app.limiter, perAddress(rule, ip));
}

/**
 * Serves employees' pages on the platform's host only; on a merchant's or customers' host they do not exist.
 */
export function assertOnEmployeeHost({ host }: Pick<Context, 'host'>): void {
  if (host.kind !== 'platform' || !host.servesEmployees) throw new Refusal('not_found');
}

/** The merchant whose host was called, and whose data alone may be in the answer. */
function hostMerchantOf({ host }: Context): string | undefined {
  if (host.kind === 'merchant') return host.merchantId;
  if (!host.servesCustomers) throw new Refusal('not_found');
  return undefined;
}

/** For customers and visitors. It reads no session, so none can leak into the answer. */
export function publicProcedure(...rules: RateLimit[]) {
  return t.procedure.meta({ access: 'public', batch: false, limits: rules }).use(({ ctx, next }) =>
    answering(async () => {
      await limitAddress(ctx, rules);
      return await next({ ctx: { hostMerchantId: hostMerchantOf(ctx) } });
    }),
  );
}

/** For employees before they are signed in. */
export function signInProcedure(...rules: RateLimit[]) {
  return t.procedure.meta({ access: 'public', batch: false, limits: rules }).use(({ ctx, next }) =>
    answering(async () => {
      await limitAddress(ctx, rules);
      assertOnEmployeeHost(ctx);
      return await next();
    }),
  );
}

const isNotFound = (error: unknown) => error instanceof Refusal && toTrpcError(error).code === 'NOT_FOUND';

/**
 * Passes a stream on, and frees the request's place with the first item: from then on the stream only waits.
 * Reports its error: a stream refuses when it is read, after its procedure has returned.
 */
async function* noting(
  stream: AsyncIterable<unknown>,
  freePlace: () => void,
  note: (error: unknown) => Promise<void>,
) {
  try {
    for await (const item of stream) {
      freePlace();
      yield item;
    }
  } catch (error) {
    await note(error);
    throw error;
  }
}

/** The phone in the call's input, in the spellings that the answer may hold. */
function typedPhoneIn(input: unknown): ReadonlySet<string> {
  const phone = typeof input === 'object' && input !== null && 'phone' in input ? input.phone : undefined;
  const digits = typeof phone === 'string' ? readPhone(phone).digits : undefined;
  return new Set(digits === undefined ? [] : spellingsOf(digits));
}

/**
 * For a signed-in employee whose role has `permission`. With `shows`, the customers in the answer are counted
 * and masked, whatever code read them. Records requests for an id that the employee's merchant does not have;
 * the answer is the same as for any missing id.
 */
export function employeeProcedure(
  permission: Permission | null,
  {
    shows,
    proof,
    withoutFactor = false,
    notOnTablets = false,
  }: Pick<ProcedureMeta, 'shows' | 'proof' | 'withoutFactor' | 'notOnTablets'> = {},
) {
  return t.procedure
    .meta({
      access: 'employee',
      permission,
      withoutFactor,
      notOnTablets,
      ...(shows && { shows }),
      ...(proof && { proof }),
    })
    .use(({ ctx, path, type, getRawInput, next }) =>
      answering(async () => {
        const { app } = ctx;
        assertOnEmployeeHost(ctx);
        const staff: StaffSession | undefined = await ctx.session();
        if (!staff) throw new Refusal('unauthenticated');
        if (!withoutFactor) assertFactor(staff.client);
        if (permission !== null) assertMay(staff.client, permission);
        if (notOnTablets) assertNotOnTablet(staff);
        if (proof === 'fresh') assertFreshProof(staff);
        if (shows === 'limited') app.customerViews.assertMaySee(staff);
        const note = async (error: unknown) => {
          if (isNotFound(error)) await recordUnknownId(app, staff, ctx, { path, input: await getRawInput() });
        };
        const result = await next({ ctx: { staff } });
        if (!result.ok) {
          await note(result.error.cause);
          return result;
        }
        if (type === 'subscription') {
          if (shows) throw new Error('the customers in a stream cannot be counted');
          const stream = noting(result.data as AsyncIterable<unknown>, ctx.freePlace, note);
          return { ...result, data: untilSessionEnds(stream, (end) => app.endedSessions.wait(staff, end)) };
        }
        if (!shows) return result;
        await app.customerViews.count(staff, ctx, shows, result.data);
        const { employee, merchant } = staff.client;
        if (!seesMaskedContacts(employee.role, merchant)) return result;
        return { ...result, data: maskContacts(result.data, typedPhoneIn(await getRawInput())) };
      }),
    );
}
