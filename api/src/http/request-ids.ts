import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { withLogContext } from '../lib/log.ts';

/** Ids that a log can hold unchanged; any other is replaced by one of ours. */
const ID_SHAPE = /^[\w.:/+=-]{1,100}$/;

type Trust = (address: string, hop: number) => boolean;

/**
 * Returns a test of whether an address is one of the proxies in TRUST_PROXY. Throws if TRUST_PROXY is
 * invalid.
 */
export function trustOf(trustProxy: string | undefined): Trust {
  return trustProxy === undefined
    ? () => false
    : proxyAddr.compile(trustProxy.split(',').map((each) => each.trim()));
}

/** The request's id: a trusted proxy's, so that both logs can be compared; else a new one. */
export function requestIdOf(isTrusted: Trust): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isGiven = typeof given === 'string' && ID_SHAPE.test(given);
    return isGiven && isTrusted(socket.remoteAddress ?? '', 0) ? given : randomUUID();
  };
}

/** Sends the id in the headers of every answer. */
export function registerRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

/** Adds the id to each line logged for a request, anywhere in the code. */
export function registerLogContext(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => withLogContext({ reqId: request.id }, done));
  // A body is read in the context of its connection, not in that of the request.
  server.addHook('preValidation', (request, _reply, done) => withLogContext({ reqId: request.id }, done));
}
