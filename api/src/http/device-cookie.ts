import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../lib/derived-keys.ts';

/** The longest that browsers keep a cookie; each login renews it. */
const MAX_AGE_SECONDS = 400 * 86_400;
/** One browser may serve a merchant's whole team; the employee who signed in longest ago is dropped first. */
const MAX_EMPLOYEES = 12;
/** A random id and up to 12 signatures, 16 bytes each. */
const SHAPE = /^[\w-]{22}(\.[\w-]{22}){1,12}$/;

/**
 * The cookie that marks a browser's earlier sign-ins: a random id, and for each e-mail a signature over both,
 * from which no e-mail can be read. It grants nothing and survives logging out: it only keeps strangers'
 * failures from counting against the employee here.
 */
export function createDeviceCookie(tokenSecret: string, isHttps: boolean) {
  const key = deriveKey(tokenSecret, 'known-device');
  const name = isHttps ? '__Host-device' : 'device';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const sign = (id: string, email: string) =>
    createHmac('sha256', key).update(`${id}\0${email}`).digest().subarray(0, 16).toString('base64url');

  function read(header: string | undefined): [id: string, ...signatures: string[]] | undefined {
    for (const pair of header?.split(';') ?? []) {
      const [key, value] = pair.trim().split('=', 2);
      if (key === name && value !== undefined && SHAPE.test(value))
        return value.split('.') as [string, ...string[]];
    }
    return undefined;
  }

  return {
    /**
     * The id of the browser, if that employee has signed in with it. `email` must be normalized as by the
     * input schemas.
     */
    find(header: string | undefined, email: string): string | undefined {
      const [id, ...signatures] = read(header) ?? [];
      if (id === undefined) return undefined;
      const expected = Buffer.from(sign(id, email));
      return signatures.some((each) => timingSafeEqual(Buffer.from(each), expected)) ? id : undefined;
    },
    /** A Set-Cookie header that adds the employee to the browser's earlier sign-ins. */
    write(header: string | undefined, email: string): string {
      const [id = randomBytes(16).toString('base64url'), ...others] = read(header) ?? [];
      const own = sign(id, email);
      const signatures = [own, ...others.filter((each) => each !== own)].slice(0, MAX_EMPLOYEES);
      return `${name}=${[id, ...signatures].join('.')}; Max-Age=${MAX_AGE_SECONDS}; ${attributes}`;
    },
  };
}
