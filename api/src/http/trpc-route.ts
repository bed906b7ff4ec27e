import type { ServerResponse } from 'node:http';
import {
  type AnyTRPCProcedure,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type TRPCError,
} from '@trpc/server';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { REFUSAL_STATUS_HEADER } from 'domain/refusal-status';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { Refusal, toTrpcError } from '../errors.ts';
import type { StreamSlots } from '../lib/stream-limits.ts';
import { sha256 } from '../lib/tokens.ts';
import { refusalFromError } from '../refusal-from-error.ts';
import { appRouter } from '../router.ts';
import { assertOnEmployeeHost } from '../trpc.ts';
import { DATA_POLICY } from './content-security-policy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The status of a refusal that was sent as 200, as its caller wished. */
    refusalStatus: number | undefined;
  }
}

/**
 * tRPC's HTTP protocol on Fastify, by tRPC's public callTRPCProcedure: a third of the work per call of the
 * stock adapter, which still serves the subscriptions. Plain and batched calls are answered in tRPC's wire
 * format.
 */

const MAX_BATCH_SIZE = 10;
const MAX_INPUT_CHARACTERS = 16_384;
/** Seconds until a refused stream may be requested again, spread so that not all come at once. */
const STREAM_RETRY_SECONDS = { least: 15, spread: 15 };

interface Call {
  path: string;
  procedure: AnyTRPCProcedure | undefined;
  input: unknown;
}

type ContextFactory = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

export function procedureAt(path: string): AnyTRPCProcedure | undefined {
  return Object.hasOwn(procedures, path) ? procedures[path] : undefined;
}

function parseJson(text: string): unknown {
  if (text.length > MAX_INPUT_CHARACTERS) throw new Refusal('body_too_large');
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('bad_request');
  }
}

function readInput(request: FastifyRequest): unknown {
  if (request.method === 'POST') return request.body ?? undefined;
  const { input } = request.query as { input?: unknown };
  return typeof input === 'string' && input !== '' ? parseJson(input) : undefined;
}

/**
 * The calls of one request. Throws a Refusal for a batch that is too long or has a call that may not be
 * batched.
 */
function readCalls(request: FastifyRequest): { calls: Call[]; isBatch: boolean } {
  const path = (request.params as { '*': string })['*'];
  const isBatch = (request.query as { batch?: unknown }).batch === '1';
  const input = readInput(request);
  if (!isBatch) return { calls: [{ path, procedure: procedureAt(path), input }], isBatch };
  const paths = path.split(',');
  if (paths.length > MAX_BATCH_SIZE) throw new Refusal('batch_refused');
  const inputs = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const calls = paths.map((each, index) => ({
    path: each,
    procedure: procedureAt(each),
    input: inputs[String(index)],
  }));
  const mayNotBatch = calls.some(
    ({ procedure }) => procedure?._def.meta && (procedure._def.meta as { batch?: boolean }).batch === false,
  );
  if (mayNotBatch) throw new Refusal('batch_refused');
  return { calls, isBatch };
}

interface Answer {
  status: number;
  body: { result: { data: unknown } } | { error: unknown };
  retryAfterSeconds: number | undefined;
}

function failure(
  error: TRPCError,
  call: Partial<Call>,
  ctx: Context | undefined,
  request: FastifyRequest,
): Answer & { body: { error: unknown } } {
  const status = getHTTPStatusCodeFromError(error);
  if (status >= 500 && !(error.cause instanceof Refusal)) {
    request.log.error({ err: error.cause ?? error, path: call.path }, 'a procedure failed');
  }
  const shape = getTRPCErrorShape({
    config: appRouter._def._config,
    error,
    type: call.procedure?._def.type ?? 'unknown',
    path: call.path,
    input: undefined,
    ctx,
  });
  const retryAfterSeconds = error.cause instanceof Refusal ? error.cause.retryAfterSeconds : undefined;
  return { status, body: { error: shape }, retryAfterSeconds };
}

async function answerCall(call: Call, ctx: Context, request: FastifyRequest): Promise<Answer> {
  try {
    if (!call.procedure) throw toTrpcError(new Refusal('not_found'));
    const expected = request.method === 'POST' ? 'mutation' : 'query';
    if (call.procedure._def.type !== expected) throw toTrpcError(new Refusal('method_not_allowed'));
    const data = await callTRPCProcedure({
      router: appRouter,
      path: call.path,
      type: expected,
      ctx,
      getRawInput: async () => call.input,
      signal: undefined,
      batchIndex: 0,
    });
    return { status: 200, body: { result: { data } }, retryAfterSeconds: undefined };
  } catch (error) {
    return failure(getTRPCErrorFromUnknown(error), call, ctx, request);
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { answers, isBatch }: { answers: Answer[]; isBatch: boolean },
): FastifyReply {
  const [first] = answers;
  const sameStatus = answers.every((answer) => answer.status === first?.status);
  const retryAfter = Math.max(0, ...answers.map((answer) => answer.retryAfterSeconds ?? 0));
  if (retryAfter > 0) reply.header('retry-after', String(retryAfter));
  const status = sameStatus ? (first?.status ?? 400) : 207;
  const isFinal = status >= 400 && status < 500 && retryAfter === 0;
  if (isFinal && request.headers[REFUSAL_STATUS_HEADER] === '200') request.refusalStatus = status;
  return reply
    .code(request.refusalStatus === undefined ? status : 200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-security-policy', DATA_POLICY)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(isBatch ? answers.map((answer) => answer.body) : first?.body));
}

export function registerTrpc(
  server: FastifyInstance,
  keepStream: (stream: ServerResponse) => void,
  createContext: ContextFactory,
): void {
  server.decorateRequest('refusalStatus');
  server.route({
    method: ['GET', 'POST'],
    url: '/trpc/*',
    handler: async (request, reply) => {
      let ctx: Context | undefined;
      try {
        ctx = await createContext(request, reply);
        const { calls, isBatch } = readCalls(request);
        const context = ctx;
        const [call] = calls;
        if (call?.procedure?._def.type === 'subscription' && request.method === 'GET' && !isBatch) {
          const slots = ctx.app.streamLimits.open();
          reply.raw.once('close', slots.giveBack);
          const refusal = await findStreamRefusal(slots, ctx);
          if (refusal) return refuseStream(request, reply, { call, ctx, refusal });
          keepStream(reply.raw);
          return await serveSubscription(request, reply, ctx, call.path);
        }
        const answers = await Promise.all(calls.map((call) => answerCall(call, context, request)));
        return send(request, reply, { answers, isBatch });
      } catch (error) {
        const refusal = refusalFromError(error as Error);
        const trpcError = refusal ? toTrpcError(refusal) : getTRPCErrorFromUnknown(error);
        const answers = [failure(trpcError, {}, ctx, request)];
        return send(request, reply, { answers, isBatch: false });
      }
    },
  });
}

/**
 * Takes the slots of one stream, which only employees have; undefined if it may open. Refuses made-up cookies
 * before tRPC makes a stream of the refusal. The limits of the address and the session come before any query.
 */
async function findStreamRefusal(slots: StreamSlots, ctx: Context): Promise<Refusal | undefined> {
  assertOnEmployeeHost(ctx);
  const { app, ip, sessionToken, session } = ctx;
  if (sessionToken === undefined) return new Refusal('unauthenticated');
  let full = slots.take({ address: ip, session: sha256(sessionToken).toString('hex') });
  if (full === undefined) {
    const staff = await session();
    if (staff === undefined) return new Refusal('unauthenticated');
    full = slots.take({ employee: staff.employeeId, merchant: staff.merchantId });
  }
  full ??= await slots.takeAmongAll();
  if (full === undefined) return undefined;
  app.metrics?.countRefusedStream(full);
  const { least, spread } = STREAM_RETRY_SECONDS;
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(least + Math.random() * spread) });
}

/**
 * Answers as an event stream, because one was requested: its reader learns from `retry` when to reconnect. A
 * browser treats any refusal as final, and the screen polls instead
 * (mfe-backoffice/src/lib/use-confirmation.ts).
 */
function refuseStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { call, ctx, refusal }: { call: Call; ctx: Context; refusal: Refusal },
): FastifyReply {
  const { status, body, retryAfterSeconds } = failure(toTrpcError(refusal), call, ctx, request);
  const retry = retryAfterSeconds === undefined ? '' : `retry: ${retryAfterSeconds * 1_000}\n`;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(status)
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`${retry}event: serialized-error\ndata: ${JSON.stringify(body.error)}\n\n`);
}

/** Serves event streams by tRPC's own adapter, with its reconnection ids and pings. */
async function serveSubscription(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Context,
  path: string,
): Promise<void> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value as string);
  }
  await nodeHTTPRequestHandler({
    router: appRouter,
    req: request.raw,
    res: reply.raw,
    path,
    createContext: async () => ctx,
    onError: ({ error }) => {
      if (!refusalFromError(error.cause ?? error))
        request.log.error({ err: error.cause ?? error, path }, 'a subscription failed');
    },
  });
}
