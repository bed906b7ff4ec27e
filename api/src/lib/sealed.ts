import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * Bytes that only the holder of a key can read, and only in the place they were sealed for: AES-256-GCM, with
 * that place (`context`) as associated data. A sealed value moved to another place, or changed by a bit, does
 * not open.
 *
 * Layout: 1 byte format, 8 bytes id of the key, 12 bytes nonce, the ciphertext, 16 bytes tag. The id says
 * which key opens a value, so that keys can be replaced while values of the old one still exist.
 */

const FORMAT = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + ID_BYTES;
const ALGORITHM = 'aes-256-gcm';

export const KEY_BYTES = 32;

/** A KeyObject and not its bytes: logged or sent by mistake, it says nothing. */
export interface SealingKey {
  readonly id: Buffer;
  readonly secret: KeyObject;
}

/** Keys of a ring: the first seals, each opens its own seals. */
export type KeyRing = readonly [SealingKey, ...SealingKey[]];

/** @param bytes 32 random bytes */
export function sealingKey(bytes: Buffer): SealingKey {
  if (bytes.length !== KEY_BYTES) throw new Error(`a sealing key has ${KEY_BYTES} bytes`);
  const id = createHmac('sha256', bytes).update('id of this sealing key').digest().subarray(0, ID_BYTES);
  return { id, secret: createSecretKey(bytes) };
}

/** @param keys the current one, then those that it replaces */
export function keyRing([current, ...previous]: readonly [Buffer, ...Buffer[]]): KeyRing {
  return [sealingKey(current), ...previous.map(sealingKey)];
}

/** The header is sealed along; as JSON, no two lists of words are the same bytes. */
function associatedData(header: Buffer, context: readonly string[]): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify(context))]);
}

/** @param context names the one place in which the value may be opened again: its owner and its part there */
export function seal(key: SealingKey, content: Buffer, context: readonly string[]): Buffer {
  const header = Buffer.concat([Buffer.from([FORMAT]), key.id]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(header, context));
  return Buffer.concat([header, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** True if the header names this key as the one that sealed it. */
export function isSealedBy(key: SealingKey, sealed: Buffer): boolean {
  return sealed.subarray(1, HEADER_BYTES).equals(key.id);
}

/** Throws, a bug or an attack, unless one of `keys` sealed exactly this for exactly this place. */
export function unseal(keys: readonly SealingKey[], sealed: Buffer, context: readonly string[]): Buffer {
  if (sealed[0] !== FORMAT || sealed.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES)
    throw new Error('a sealed value has a format that is not known');
  const header = sealed.subarray(0, HEADER_BYTES);
  const id = header.subarray(1);
  const key = keys.find((each) => each.id.equals(id));
  if (!key) throw new Error(`a sealed value needs a key that is not here: ${id.toString('hex')}`);
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key.secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(header, context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const content = decipher.update(sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([content, decipher.final()]);
  } catch {
    throw new Error('a sealed value was changed, or is not where it was sealed for');
  }
}
