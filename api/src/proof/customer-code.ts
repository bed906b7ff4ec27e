import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type TokenSecrets } from '../lib/derived-keys.ts';

/** The digits of a code, derived from its id with a key that is not in the database: nothing stores them. */
function digitsOf(secret: string, merchantId: string, id: string): string {
  const mac = createHmac('sha256', deriveKey(secret, 'customer-code'))
    .update(`${merchantId}\0${id}`)
    .digest();
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

export function writeCode([secret]: TokenSecrets, merchantId: string, id: string): string {
  return digitsOf(secret, merchantId, id);
}

/** True for the digits of the code, made by the present secret or the one before. */
export function isCode(secrets: TokenSecrets, merchantId: string, id: string, typed: string): boolean {
  const given = Buffer.from(typed);
  return secrets.some((secret) => {
    const digits = Buffer.from(digitsOf(secret, merchantId, id));
    return digits.length === given.length && timingSafeEqual(digits, given);
  });
}
