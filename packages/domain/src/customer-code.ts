import { readPhone } from './read-phone.ts';

/**
 * The QR code of a customer's own phone, read at the counter. It is the counter's address with the phone in
 * its fragment, which browsers send to no server; so any camera opens the counter with the phone filled in.
 */

const COUNTER = '/cashback';
const PARAMETER = 'telefone';

/** `origin` is where employees work, `phone` is digits. */
export function customerCodeLink(origin: string, phone: string): string {
  return `${origin}${COUNTER}#${new URLSearchParams({ [PARAMETER]: phone })}`;
}

/** The phone's digits; undefined for any text that is no customer's code. The origin may be any. */
export function phoneFromCustomerCode(text: string): string | undefined {
  const [, fragment] = /^https?:\/\/[^/?#]+\/cashback#(.+)$/.exec(text.trim()) ?? [];
  return readPhone(new URLSearchParams(fragment).get(PARAMETER) ?? '').digits;
}
