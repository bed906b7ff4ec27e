import { createHash, createHmac } from 'node:crypto';

/** 160 bits: more than the 128 required, still a small QR code. */
const TOKEN_BYTES = 20;

export type TokenKind = 'CASHBACK' | 'REDEMPTION';

export interface QrTokens {
  /** The token of one sale, redemption or password link, always the same for the same id, unguessable without the key. */
  tokenFor(kind: TokenKind | 'PASSWORD', merchantId: string, id: string): string;
}

/**
 * Tokens are derived from the operation's id with a key that is not in the database. So only the SHA-256 is stored,
 * and yet the repeat of an operation whose answer was lost returns the very same QR code.
 */
export function createQrTokens(secret: string): QrTokens {
  return {
    tokenFor(kind, merchantId, id) {
      const mac = createHmac('sha256', secret).update(`${kind}\0${merchantId}\0${id}`).digest();
      return `${kind}_${mac.subarray(0, TOKEN_BYTES).toString('base64url')}`;
    },
  };
}

/** What the database keeps of any token. */
export function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
