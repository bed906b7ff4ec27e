import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type TokenSecrets } from '../lib/derived-keys.ts';

const ID_BYTES = 16;
const MAC_BYTES = 16;

function macOf(secret: string, merchantId: string, customerId: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'keep-data'))
    .update(`${merchantId}\0${customerId}`)
    .digest()
    .subarray(0, MAC_BYTES);
}

/** Path of the page that keeps a customer whose notice stands. It holds no name or phone, and is no proof. */
export function keepPath(
  [secret]: TokenSecrets,
  { merchantId, customerId, slug }: { merchantId: string; customerId: string; slug: string },
): string {
  const id = Buffer.from(customerId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([id, macOf(secret, merchantId, customerId)]).toString('base64url');
  return `/manter-meus-dados/${slug}/${token}`;
}

/** The customer of a token, made by the present secret or the one before; undefined for a forged one. */
export function customerOfKeepToken(
  secrets: TokenSecrets,
  merchantId: string,
  token: string,
): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
  const customerId = bytes
    .toString('hex', 0, ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const given = bytes.subarray(ID_BYTES);
  const isOurs = secrets.some((secret) => timingSafeEqual(macOf(secret, merchantId, customerId), given));
  return isOurs ? customerId : undefined;
}
