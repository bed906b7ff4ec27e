import type { IncomingMessage } from 'node:http';
import { isPublicAddress } from '../lib/public-address.ts';

/** Headers of a request that came through a proxy, and so perhaps from outside. */
const PASSED_ON = /^(?:x-forwarded-.*|forwarded|via|x-real-ip)$/;

/**
 * Returns whether a request comes, or may come, from the internet: an address for the platform's own programs
 * refuses it.
 */
export function isExternalRequest({ socket, headers }: IncomingMessage): boolean {
  const from = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return isPublicAddress(from) || Object.keys(headers).some((name) => PASSED_ON.test(name));
}
