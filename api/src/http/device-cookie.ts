import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KnownDevice } from '../auth/known-device.ts';
import { deriveKey } from '../lib/derived-keys.ts';

/** The longest that browsers keep a cookie; each login renews it. */
const MAX_AGE_SECONDS = 400 * 86_400;
/** One browser may serve a merchant's whole team; the employee who signed in longest ago is dropped first. */
const MAX_EMPLOYEES = 12;
/**
 * A random id and up to 12 signatures, 16 bytes each, with their generations. An employee whose password was
 * never replaced has none.
 */
const SHAPE = /^[\w-]{22}(\.[\w-]{22}(~\d{1,9})?){1,12}$/;

/**
 * The cookie that marks a browser's earlier sign-ins: a random id, and for each e-mail a signature over both,
 * from which no e-mail can be read. It grants nothing and survives logging out: it keeps strangers' failures
 * from counting against the employee here, and a login from being announced as a new device's. A new password
 * raises the employee's `generation`, which ends their earlier cookies.
 */
export function createDeviceCookie(tokenSecret: string, isHttps: boolean) {
  const key = deriveKey(tokenSecret, 'known-device');
  const name = isHttps ? '__Host-device' : 'device';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const sign = (id: string, email: string, generation: number) => {
    const signed = generation === 0 ? `${id}\0${email}` : `${id}\0${email}\0${generation}`;
    return createHmac('sha256', key).update(signed).digest().subarray(0, 16).toString('base64url');
  };

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
     * The id of the browser, if that employee has signed in with it, and the generation of that time. `email`
     * must be normalized as by the input schemas.
     */
    find(header: string | undefined, email: string): KnownDevice | undefined {
      const [id, ...signatures] = read(header) ?? [];
      if (id === undefined) return undefined;
      for (const each of signatures) {
        const [signature = '', generation = '0'] = each.split('~');
        const expected = Buffer.from(sign(id, email, Number(generation)));
        if (timingSafeEqual(Buffer.from(signature), expected)) return { id, generation: Number(generation) };
      }
      return undefined;
    },
    /** A Set-Cookie header that adds the employee to the browser's earlier sign-ins. */
    write(header: string | undefined, email: string, generation: number): string {
      const [id = randomBytes(16).toString('base64url'), ...others] = read(header) ?? [];
      const signature = sign(id, email, generation);
      const own = generation === 0 ? signature : `${signature}~${generation}`;
      const signatures = [own, ...others.filter((each) => each !== own)].slice(0, MAX_EMPLOYEES);
      return `${name}=${[id, ...signatures].join('.')}; Max-Age=${MAX_AGE_SECONDS}; ${attributes}`;
    },
  };
}
