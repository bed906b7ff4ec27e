import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { CUSTOMER_DEVICE_TTL_SECONDS } from 'domain/lifetimes';
import { deriveKey, type TokenSecrets } from '../lib/derived-keys.ts';
import type { CustomerDevice } from '../proof/customer-device.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const VALUE = new RegExp(`^(${UUID})\\.([\\w-]{22})$`);
/** Bounds the work of one request; customers have far fewer merchants. */
const MAX_DEVICES = 30;

/**
 * The cookies by which merchants know a customer's phone: for each merchant an id and a signature over both.
 * Whose it is, and whether it still counts, only the database knows.
 */
export function createCustomerDeviceCookie(tokenSecrets: TokenSecrets, isHttps: boolean) {
  const keys = tokenSecrets.map((secret) => deriveKey(secret, 'customer-device')) as [KeyObject];
  const prefix = isHttps ? '__Host-c-' : 'c-';
  const name = new RegExp(`^${prefix}(${UUID})$`);
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
  const sign = (key: KeyObject, { merchantId, id }: CustomerDevice) =>
    createHmac('sha256', key).update(`${merchantId}\0${id}`).digest().subarray(0, 16).toString('base64url');

  function isSigned(device: CustomerDevice, signature: string): boolean {
    const given = Buffer.from(signature);
    return keys.some((key) => timingSafeEqual(Buffer.from(sign(key, device)), given));
  }

  return {
    read(header: string | undefined): CustomerDevice[] {
      const devices: CustomerDevice[] = [];
      for (const pair of header?.split(';') ?? []) {
        const [key = '', value = ''] = pair.trim().split('=', 2);
        const [, merchantId] = name.exec(key) ?? [];
        const [, id, signature] = VALUE.exec(value) ?? [];
        if (!merchantId || !id || !signature || devices.length === MAX_DEVICES) continue;
        if (isSigned({ merchantId, id }, signature)) devices.push({ merchantId, id });
      }
      return devices;
    },
    /** A Set-Cookie header for the merchant; with undefined it clears the cookie. */
    write(merchantId: string, id: string | undefined): string {
      if (id === undefined) return `${prefix}${merchantId}=; Max-Age=0; ${attributes}`;
      const value = `${id}.${sign(keys[0], { merchantId, id })}`;
      return `${prefix}${merchantId}=${value}; Max-Age=${CUSTOMER_DEVICE_TTL_SECONDS}; ${attributes}`;
    },
  };
}
