import { SESSION_ABSOLUTE_TTL_SECONDS } from 'domain/lifetimes';

/** The longest that browsers keep a cookie; each unlocking renews it. */
const TABLET_MAX_AGE_SECONDS = 400 * 86_400;

/** The session cookie's name and attributes. */
export const createSessionCookie = (isHttps: boolean) =>
  createTokenCookie({ name: 'session', sameSite: 'Lax', maxAge: SESSION_ABSOLUTE_TTL_SECONDS, isHttps });

/** The cookie by which a device is the counter's tablet. No link from elsewhere needs it. */
export const createTabletCookie = (isHttps: boolean) =>
  createTokenCookie({ name: 'tablet', sameSite: 'Strict', maxAge: TABLET_MAX_AGE_SECONDS, isHttps });

/** A cookie with 32 random bytes; `__Host-` pins it to the exact host and to https. */
function createTokenCookie(of: { name: string; sameSite: string; maxAge: number; isHttps: boolean }) {
  const name = of.isHttps ? `__Host-${of.name}` : of.name;
  const attributes = `Path=/; HttpOnly; SameSite=${of.sameSite}${of.isHttps ? '; Secure' : ''}`;
  return {
    /** The token in a Cookie header, if it has the shape of one. */
    read(header: string | undefined): string | undefined {
      for (const pair of header?.split(';') ?? []) {
        const [key, value] = pair.trim().split('=', 2);
        if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
      }
      return undefined;
    },
    /** A Set-Cookie header that sets the token, or with undefined clears it. */
    write(token: string | undefined): string {
      return token === undefined
        ? `${name}=; Max-Age=0; ${attributes}`
        : `${name}=${token}; Max-Age=${of.maxAge}; ${attributes}`;
    },
  };
}
