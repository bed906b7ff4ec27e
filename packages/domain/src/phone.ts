/** Brazilian phone numbers: digits only, area code plus number, 10 (landline) or 11 (mobile) digits. */

/** True for 10 or 11 digits with an area code that can exist (11 to 99, no zero in it). */
export function isPhone(digits: string): boolean {
  return /^[1-9][1-9]\d{8,9}$/.test(digits);
}

/** True for nine digits that begin with 9 after the area code. */
export function isMobile(digits: string): boolean {
  return /^[1-9][1-9]9\d{8}$/.test(digits);
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
