import { initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { type Permission, roleMay } from 'domain/roles';
import { ZodError, z } from 'zod';
import { recordUnknownId } from './audit/record-unknown-id.ts';
import type { StaffSession } from './auth/lucia.ts';
import { untilSessionEnds } from './auth/until-session-ends.ts';
import type { Context } from './context.ts';
import { Refusal, toTrpcError } from './errors.ts';
import { fieldErrors } from './field-errors.ts';
import { networkOf } from './http/client-network.ts';
import { isDatabaseUnavailable } from './lib/database-errors.ts';
import { ANSWER_WITHIN_MS, inTime } from './lib/in-time.ts';
import type { RateLimit } from './lib/rate-limit.ts';

/** What each procedure says of itself; the permission table, the limits and the tenant matrix are read from it. */
export interface ProcedureMeta {
  access: 'public' | 'staff';
  /** The permission a staff procedure asks; null: being signed in is enough. */
  permission?: Permission | null;
  /** Public and auth calls are never batched, so that one request is one counted call. */
  batch?: boolean;
  limits?: readonly RateLimit[];
}

// What no schema words itself is still said in Portuguese.
z.config({ customError: () => 'Dados inválidos' });

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false, // never a stack trace in an answer
    errorFormatter({ error }) {
      const refusal = refusalOf(error);
      const fields = error.cause instanceof ZodError ? fieldErrors(error.cause) : undefined;
      // An event stream refuses after its procedure has returned, where no middleware can translate any more.
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

/** What the product decided, a database that is away included; undefined for a bug. */
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

/** Turns refusals into tRPC errors and a database that is away into 503; everything else stays a bug. */
const refusals = t.middleware(async ({ next }) => {
  const result = await inTime(next(), ANSWER_WITHIN_MS, late);
  if (result.ok) return result;
  const refusal = refusalOf(result.error);
  if (refusal) throw toTrpcError(refusal);
  return result;
});

const limits = t.middleware(async ({ ctx, meta, next }) => {
  for (const rule of meta?.limits ?? []) {
    const retryAfterSeconds = await ctx.app.limiter.hit(rule, networkOf(ctx.ip));
    if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
  }
  return await next();
});

/** Staff's own pages answer on the platform's host only; on a merchant's or customers' host they do not exist. */
const onStaffHost = t.middleware(async ({ ctx, next }) => {
  if (ctx.host.kind !== 'platform' || !ctx.host.servesStaff) throw new Refusal('not_found');
  return await next();
});

const onCustomerHost = t.middleware(async ({ ctx, next }) => {
  if (ctx.host.kind === 'platform' && !ctx.host.servesCustomers) throw new Refusal('not_found');
  return await next({
    ctx: { hostMerchantId: ctx.host.kind === 'merchant' ? ctx.host.merchantId : undefined },
  });
});

const base = t.procedure.use(refusals);

/** For customers and visitors: no session is read, so none can leak into what they see. */
export function publicProcedure(...rules: RateLimit[]) {
  return base.meta({ access: 'public', batch: false, limits: rules }).use(limits).use(onCustomerHost);
}

/** For staff before they are signed in. */
export function signInProcedure(...rules: RateLimit[]) {
  return base.meta({ access: 'public', batch: false, limits: rules }).use(limits).use(onStaffHost);
}

const isNotFound = (error: unknown) => error instanceof Refusal && toTrpcError(error).code === 'NOT_FOUND';

/** A stream refuses when it is read, long after its procedure has returned. */
async function* noting(stream: AsyncIterable<unknown>, note: (error: unknown) => Promise<void>) {
  try {
    yield* stream;
  } catch (error) {
    await note(error);
    throw error;
  }
}

/** Whoever asks for an id that their merchant does not have is answered like everybody, and it is written down. */
const unknownIds = t.middleware(async ({ ctx, path, type, getRawInput, next }) => {
  const note = async (error: unknown) => {
    const staff = isNotFound(error) ? await ctx.session() : undefined;
    if (staff) await recordUnknownId(ctx.app, staff, ctx, { path, input: await getRawInput() });
  };
  const result = await next();
  if (!result.ok) await note(result.error.cause);
  if (!result.ok || type !== 'subscription') return result;
  return { ...result, data: noting(result.data as AsyncIterable<unknown>, note) };
});

/** For a signed-in person whose role has `permission`. */
export function staffProcedure(permission: Permission | null) {
  return base
    .meta({ access: 'staff', permission })
    .use(onStaffHost)
    .use(async ({ ctx, type, next }) => {
      const staff: StaffSession | undefined = await ctx.session();
      if (!staff) throw new Refusal('unauthenticated');
      if (permission !== null && !roleMay(staff.client.employee.role, permission))
        throw new Refusal('forbidden');
      const result = await next({ ctx: { staff } });
      if (!result.ok || type !== 'subscription') return result;
      const isOpen = () => ctx.app.sessions.isOpen(staff);
      return { ...result, data: untilSessionEnds(result.data as AsyncIterable<unknown>, isOpen) };
    })
    .use(unknownIds);
}
