import { SESSION_ABSOLUTE_TTL_SECONDS } from 'domain/lifetimes';

/** The session cookie's name and attributes; `__Host-` pins it to the exact host and to https. */
export function createSessionCookie(isHttps: boolean) {
  const name = isHttps ? '__Host-session' : 'session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
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
        : `${name}=${token}; Max-Age=${SESSION_ABSOLUTE_TTL_SECONDS}; ${attributes}`;
    },
  };
}
