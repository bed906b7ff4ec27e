import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The current secret, then those that it replaces. */
export type TokenSecrets = readonly [string, ...string[]];

/** A purpose is part of the derivation: renamed, it is another key. */
type KeyPurpose =
  | 'qr-token'
  | 'password-link'
  | 'known-device'
  | 'failed-login'
  | 'confirmation-trace'
  | 'customer-device'
  | 'customer-code'
  | 'keep-data'
  | 'limit-subject';

/** Part of the derivation as well, for the day on which keys have to be made in another way. */
const VERSION = 1;
const KEY_BYTES = 32;

/**
 * A key for one purpose, by HKDF-SHA-256: a key that leaks gives away neither another purpose's nor the
 * secret. The same secret always makes the same key, in every process.
 */
export function deriveKey(secret: string, purpose: KeyPurpose): KeyObject {
  const info = `cashback ${purpose} ${VERSION}`;
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', info, KEY_BYTES)));
}

/**
 * The subject of a limit that is personal data. A plain hash of a phone would be found by trying all numbers.
 */
export function limitSubjectOf([secret]: TokenSecrets, text: string): string {
  return createHmac('sha256', deriveKey(secret, 'limit-subject')).update(text).digest('base64url');
}
