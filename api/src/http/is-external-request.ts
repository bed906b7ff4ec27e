import type { IncomingMessage } from 'node:http';
import { isPublicAddress } from '../lib/public-address.ts';

/** What a request carries that has come through a proxy, and so perhaps from outside. */
const PASSED_ON = /^(?:x-forwarded-.*|forwarded|via|x-real-ip)$/;

/**
 * Whether a request comes from the internet, or may: an address for the platform's own programs does not
 * answer it.
 */
export function isExternalRequest({ socket, headers }: IncomingMessage): boolean {
  const from = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return isPublicAddress(from) || Object.keys(headers).some((name) => PASSED_ON.test(name));
}
