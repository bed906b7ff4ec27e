import { randomBytes } from 'node:crypto';

const SHAPE = /^cbk_[0-9a-f]{8}_[\w-]{43}$/;

export interface NewApiKeyText {
  /** 'cbk_1a2b3c4d_' and 32 random bytes: shown once and stored only as a hash. */
  key: string;
  /** 'cbk_1a2b3c4d', by which its owner recognizes it. It reveals nothing of the rest. */
  prefix: string;
}

export function makeApiKey(): NewApiKeyText {
  const prefix = `cbk_${randomBytes(4).toString('hex')}`;
  return { prefix, key: `${prefix}_${randomBytes(32).toString('base64url')}` };
}

/** Returns whether a text has the shape of a key; other texts are not looked up. */
export function isApiKeyShaped(text: string): boolean {
  return SHAPE.test(text);
}
