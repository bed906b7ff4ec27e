import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Caller } from '../lib/admission.ts';
import { networkOf } from '../lib/client-network.ts';

/** More sessions and keys than one process serves in a day; the ones learned first are forgotten first. */
const MOST_KNOWN = 20_000;

/**
 * Tells the admission to which flow a request belongs, without asking the database: to its merchant's if its
 * session or API key was found in the database before, otherwise to that of the network it comes from. This
 * grants no access.
 */
export interface Callers {
  of(request: IncomingMessage): Caller;
  /** Remembers the merchant of a session's or API key's secret, which was found. */
  learn(secret: string, merchantId: string): void;
}

export function createCallers(
  readSession: (cookies: string | undefined) => string | undefined,
  isTrusted: (address: string, hop: number) => boolean,
): Callers {
  const merchants = new Map<string, string>();
  return {
    of(request) {
      const { authorization, cookie } = request.headers;
      const secret = bearerOf(authorization) ?? readSession(cookie);
      const merchantId = secret === undefined ? undefined : merchants.get(secret);
      if (merchantId !== undefined) return { flow: merchantId, session: secret };
      const network = networkOf(proxyAddr(request, isTrusted));
      // Made-up secrets are as many as their sender likes: together they are one.
      return { flow: network, session: secret === undefined ? undefined : network };
    },
    learn(secret, merchantId) {
      if (merchants.has(secret)) return;
      merchants.set(secret, merchantId);
      const [oldest] = merchants.keys();
      if (merchants.size > MOST_KNOWN && oldest !== undefined) merchants.delete(oldest);
    },
  };
}

/** The secret of an Authorization header. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
