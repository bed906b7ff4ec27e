import { createHmac, hash, type KeyObject } from 'node:crypto';
import { deriveKey, type TokenSecrets } from './derived-keys.ts';

/** 160 bits: more than the 128 required, still a small QR code. */
const TOKEN_BYTES = 20;

export type TokenKind = 'CASHBACK' | 'REDEMPTION';

/** Of links in e-mails. */
const LINK_KINDS = ['PASSWORD', 'EMAIL', 'NOTICE'] as const;
type LinkKind = (typeof LINK_KINDS)[number];

/** The kind, the merchant's id and the id of the purchase, redemption, trial or one-time link. */
type TokenSource = [kind: TokenKind | 'TRIAL' | LinkKind, merchantId: string, id: string];

export interface QrTokens {
  /** A new token by the current key: always the same for the same id, unguessable without the key. */
  tokenFor(...source: TokenSource): string;
  /**
   * The token that has this hash, made by whichever key was current then. Throws if that key is not known
   * here.
   */
  tokenWithHash(hash: Buffer, ...source: TokenSource): string;
  /** Tells which secret the key of the token with this hash came from. */
  secretOf(hash: Buffer, ...source: TokenSource): 'current' | 'previous' | 'unknown';
}

/**
 * Tokens are derived from an id with a key that is not in the database. So only the SHA-256 is stored, and
 * yet the repeat of a request whose answer was lost returns the very same QR code. The stored hash also tells
 * which key made a token: no row has to name it.
 */
export function createQrTokens(secrets: TokenSecrets): QrTokens {
  const [current, ...previous] = secrets.map(makersOf) as [TokenMaker[], ...TokenMaker[][]];
  const find = (makers: TokenMaker[], hash: Buffer, source: TokenSource) =>
    makers.map((make) => make(...source)).find((token) => sha256(token).equals(hash));
  return {
    tokenFor: (...source) => (current[0] as TokenMaker)(...source),
    tokenWithHash(hash, ...source) {
      const token = find([...current, ...previous.flat()], hash, source);
      if (token === undefined)
        throw new Error(
          `neither TOKEN_SECRET nor TOKEN_SECRET_PREVIOUS made the token of ${source.join(' ')}`,
        );
      return token;
    },
    secretOf(hash, ...source) {
      if (find(current, hash, source)) return 'current';
      return find(previous.flat(), hash, source) ? 'previous' : 'unknown';
    },
  };
}

type TokenMaker = QrTokens['tokenFor'];

/**
 * Makers of a secret's tokens: the current one, then the former one, from before each purpose had its own
 * key.
 */
function makersOf(secret: string): TokenMaker[] {
  const qrKey = deriveKey(secret, 'qr-token');
  const linkKey = deriveKey(secret, 'password-link');
  return [
    (kind, ...ids) => makeToken(LINK_KINDS.some((each) => each === kind) ? linkKey : qrKey, kind, ...ids),
    (...source) => makeToken(secret, ...source),
  ];
}

function makeToken(key: KeyObject | string, ...source: TokenSource): string {
  const mac = createHmac('sha256', key).update(source.join('\0')).digest();
  return `${source[0]}_${mac.subarray(0, TOKEN_BYTES).toString('base64url')}`;
}

/** Hashes a token: the database stores only this hash of it. */
export function sha256(content: string | Uint8Array): Buffer {
  return hash('sha256', content, 'buffer');
}
