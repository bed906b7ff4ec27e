import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertFreshProof } from '../assert-fresh-proof.ts';
import { assertFactor, assertMay } from '../assert-may.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { FileAnswer, FileRoute, FileRouteCall, UploadRoute } from '../file-route.ts';
import { assertIsOwnPage } from './request-guard.ts';

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Context;

/**
 * Serves uploads and downloads. A request is authorized before a byte of its body is read: the host, the page
 * it comes from, the kind of file, the session and its permission, as for any procedure.
 */
export function registerFileRoutes(
  server: FastifyInstance,
  routes: readonly FileRoute[],
  { scheme, contextOf }: { scheme: string; contextOf: ContextOf },
): void {
  for (const route of routes) {
    void server.register(async (scope) => {
      if (route.method === 'POST') acceptFiles(scope, route.accepts);
      const calls = new WeakMap<FastifyRequest, Omit<FileRouteCall, 'query' | 'body'>>();
      scope.route({
        method: route.method,
        url: route.path,
        onRequest: async (request, reply) => {
          calls.set(request, await admit(route, contextOf(request, reply), request, scheme));
        },
        handler: async (request, reply) => {
          const admitted = calls.get(request);
          if (!admitted) throw new Error('a staff route ran without being admitted');
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const call = { ...admitted, query: request.query, body };
          reply.header('cache-control', 'no-store');
          const answer = await route.handle(call);
          return isFile(answer) ? sendFile(reply, answer) : answer;
        },
      });
    });
  }
}

async function admit(route: FileRoute, ctx: Context, request: FastifyRequest, scheme: string) {
  if (ctx.host.kind !== 'platform' || !ctx.host.servesEmployees) throw new Refusal('not_found');
  assertIsOwnPage(request, scheme);
  if (route.method === 'POST' && !route.accepts.contentTypes.includes(contentTypeOf(request)))
    throw new Refusal('unsupported_file');
  const staff = await ctx.session();
  if (!staff) throw new Refusal('unauthenticated');
  assertFactor(staff.client);
  assertMay(staff.client, route.permission);
  if (route.proof === 'fresh') assertFreshProof(staff);
  return { app: ctx.app, staff, ip: ctx.ip, userAgent: ctx.userAgent };
}

function contentTypeOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function acceptFiles(scope: FastifyInstance, { contentTypes, maxBytes }: UploadRoute['accepts']): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: maxBytes } as const;
  scope.addContentTypeParser([...contentTypes], options, (_request, body, done) => done(null, body));
}

function isFile(answer: FileAnswer | object): answer is FileAnswer {
  return 'contentType' in answer;
}

function sendFile(reply: FastifyReply, { name, contentType, content }: FileAnswer): FastifyReply {
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .send(content);
}
