import { roleMayUseScope } from 'domain/api-keys';
import { requestId } from 'domain/fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ApiCaller, authenticateApiKey } from '../api-keys/authenticate-api-key.ts';
import { recordUnknownId } from '../audit/record-unknown-id.ts';
import type { App } from '../context.ts';
import { describeRefusal, Refusal } from '../errors.ts';
import { perAddress } from '../lib/rate-limit.ts';
import { timeLimits } from '../lib/time-limits.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import { API_DOCUMENT_PER_ADDRESS } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import { describeApi } from '../rest/describe-api.ts';
import type { RestRoute } from '../rest/rest-route.ts';
import { bearerOf, type Callers } from './callers.ts';
import { answerRestError } from './rest-errors.ts';

const BASE = '/api/v1';

const late = () => new Refusal('database_unavailable', { retryAfterSeconds: 2 });

/** The caller of an admitted request, and its start, from which its deadline counts. */
interface Admission {
  caller: ApiCaller;
  requestId: string;
  startedAt: number;
}

/**
 * Serves the REST API, on the employees' host alone. Callers send a key and never a cookie, so cookies are
 * not read and the origin does not matter. A request is authorized before a byte of its body is read.
 */
export function registerRestRoutes(
  server: FastifyInstance,
  routes: readonly RestRoute[],
  app: App,
  callers: Callers,
): void {
  const admitted = new WeakMap<FastifyRequest, Admission>();
  void server.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const host = request.tenantHost;
        if (host.kind !== 'platform' || !host.servesEmployees) throw new Refusal('not_found');
      });
      scope.setErrorHandler(answerRestError);
      scope.setNotFoundHandler(async () => {
        throw new Refusal('not_found');
      });
      registerDescription(scope, routes, app);
      for (const route of routes) {
        scope.route({
          method: route.method,
          url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
          onRequest: async (request) => {
            const startedAt = performance.now();
            const admission = await withDeadline(
              admit(route, { app, callers }, request),
              timeLimits.answer,
              late,
            );
            admitted.set(request, { ...admission, startedAt });
          },
          handler: async (request, reply) => {
            const admission = admitted.get(request);
            if (!admission) throw new Error('a call was answered without being admitted');
            const left = timeLimits.answer - (performance.now() - admission.startedAt);
            const answer = await withDeadline(answerCall(route, app, admission, request), left, late);
            return reply.code(route.method === 'POST' ? 201 : 200).send(answer);
          },
        });
      }
    },
    { prefix: BASE },
  );
}

/** Serves the OpenAPI document to anyone: it holds no merchant's data. */
function registerDescription(scope: FastifyInstance, routes: readonly RestRoute[], app: App): void {
  const description = JSON.stringify(describeApi(routes, `${app.env.appOrigin}${BASE}`));
  scope.get('/openapi.json', async (request, reply): Promise<FastifyReply> => {
    await limitCalls(app.limiter, perAddress(API_DOCUMENT_PER_ADDRESS, request.ip));
    return reply.type('application/json; charset=utf-8').send(description);
  });
}

async function admit(
  route: RestRoute,
  { app, callers }: { app: App; callers: Callers },
  request: FastifyRequest,
): Promise<Omit<Admission, 'startedAt'>> {
  // Its absence is not reported apart: every key that is not in force gets the same answer.
  const key = bearerOf(request.headers.authorization);
  const caller = await authenticateApiKey(app, key, request.ip);
  if (key !== undefined) callers.learn(key, caller.merchantId);
  if (!caller.scopes.includes(route.scope))
    throw new Refusal('missing_scope', { values: { scope: route.scope } });
  if (!roleMayUseScope(caller.client.employee.role, route.scope)) throw new Refusal('forbidden');
  // A GET needs no Idempotency-Key.
  if (route.method === 'GET') return { caller, requestId: '' };
  const operation = requestId.safeParse(request.headers['idempotency-key']);
  if (!operation.success) throw new Refusal('invalid_idempotency_key');
  if (contentTypeOf(request) !== 'application/json') throw new Refusal('not_json');
  return { caller, requestId: operation.data };
}

function contentTypeOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

const NOTHING = z.strictObject({});

/** Parses each part of the request by its own schema; all of them refuse unknown fields. */
function inputOf(route: RestRoute, request: FastifyRequest): object {
  return {
    ...(route.params ?? NOTHING).parse(request.params),
    ...((route.method === 'GET' && route.query) || NOTHING).parse(request.query),
    ...(route.method === 'POST' && route.body.parse(request.body)),
  };
}

async function answerCall(
  route: RestRoute,
  app: App,
  { caller, requestId }: Omit<Admission, 'startedAt'>,
  request: FastifyRequest,
): Promise<object> {
  const from = { ip: request.ip, userAgent: request.headers['user-agent'] };
  const input = inputOf(route, request);
  try {
    // Purchases and redemptions are never refused for the number of customers shown before.
    const shown = route.method === 'GET' ? 'limited' : 'counted';
    if (shown === 'limited') app.customerViews.assertMaySee(caller);
    const answer = await route.handle({ app, caller, request: from, requestId }, input);
    await app.customerViews.count(caller, from, shown, answer);
    return answer;
  } catch (error) {
    // Records requests for an id that the caller's merchant does not have; the answer is the same as for any
    // missing id.
    const isNotFound = error instanceof Refusal && describeRefusal(error.code).status === 404;
    if (isNotFound) await recordUnknownId(app, caller, from, { path: `rest.${route.name}`, input });
    throw error;
  }
}
