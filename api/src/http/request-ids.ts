import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { withLogContext } from '../lib/log.ts';

/** What a log can take as it is; whoever sends more is given an id of ours. */
const ID_SHAPE = /^[\w.:/+=-]{1,100}$/;

type Trust = (address: string, hop: number) => boolean;

/**
 * Whether a connection's address is one of the proxies that TRUST_PROXY names. Throws where that names none.
 */
export function trustOf(trustProxy: string | undefined): Trust {
  return trustProxy === undefined
    ? () => false
    : proxyAddr.compile(trustProxy.split(',').map((each) => each.trim()));
}

/**
 * A request's id: the one a trusted proxy gave it, so that both logs can be laid side by side; else one of
 * ours.
 */
export function requestIdOf(isTrusted: Trust): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isGiven = typeof given === 'string' && ID_SHAPE.test(given);
    return isGiven && isTrusted(socket.remoteAddress ?? '', 0) ? given : randomUUID();
  };
}

/** The id stands in the answer's head, whatever the answer is. */
export function registerRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

/** The id stands in each line that is logged for a request, wherever in the code. */
export function registerLogContext(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => withLogContext({ reqId: request.id }, done));
  // A body is read in the context of its connection, not in that of who waits for it.
  server.addHook('preValidation', (request, _reply, done) => withLogContext({ reqId: request.id }, done));
}
