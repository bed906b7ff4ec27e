/** Brazilian phone numbers: digits only, area code plus number, 10 (landline) or 11 (mobile) digits. */

/** Keeps the digits of a typed phone; drops a leading +55 or 55 when the rest is a whole number. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.startsWith('55') && (digits.length === 12 || digits.length === 13) ? digits.slice(2) : digits;
}

/** True for 10 or 11 digits with an area code that can exist (11 to 99, no zero in it). */
export function isPhone(digits: string): boolean {
  return /^[1-9][1-9]\d{8,9}$/.test(digits);
}

/** '11987654321' → '(11) 98765-4321'; ten digits → '(11) 8765-4321'. Formats partial input as it is typed. */
export function formatPhone(digits: string): string {
  const area = digits.slice(0, 2);
  const rest = digits.slice(2, 11);
  if (digits.length < 3) return area.length === 0 ? '' : `(${area}`;
  const cut = digits.length > 10 ? 5 : 4;
  return rest.length <= cut ? `(${area}) ${rest}` : `(${area}) ${rest.slice(0, cut)}-${rest.slice(cut)}`;
}

/** E.164 form: '11987654321' → '+5511987654321'. */
export function phoneE164(digits: string): string {
  return `+55${digits}`;
}
