/** Doubts about phones that `readPhone` accepts: they may be mistyped, and a form asks about each once. */

/**
 * `area`: no such area code. `nine`: eleven digits without the 9 that every mobile number begins with.
 * `short`: a mobile number as it was before the ninth digit, or one with a digit forgotten.
 */
export type PhoneDoubt = 'area' | 'nine' | 'short';

/** The 67 area codes of Anatel's numbering plan. */
const AREAS = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/;
/** Eight digits that were a mobile number until 2016: landlines begin with 2 to 5. */
const OLD_MOBILE = /^(?<area>[1-9][1-9])(?<rest>[6-9]\d{7})$/;
const NEW_MOBILE = /^(?<area>[1-9][1-9])9(?<rest>[6-9]\d{7})$/;

/** The doubt about the digits of a phone, area code first; undefined where there is none. */
export function doubtPhone(digits: string): PhoneDoubt | undefined {
  if (!AREAS.test(digits)) return 'area';
  if (digits.length === 11 && digits[2] !== '9') return 'nine';
  return OLD_MOBILE.test(digits) ? 'short' : undefined;
}

/** What is said about it, where a phone is typed and in a file. */
export const PHONE_DOUBTS: Record<PhoneDoubt, string> = {
  area: 'Esse DDD não existe',
  nine: 'Celulares têm um 9 depois do DDD',
  short: 'Falta um dígito? Celulares têm 11',
};

/** '1187654321' → '11987654321': a number of the old plan with its ninth digit; undefined for any other. */
export function withNinthDigit(digits: string): string | undefined {
  const { area, rest } = OLD_MOBILE.exec(digits)?.groups ?? {};
  return area && `${area}9${rest}`;
}

/** The same line's number with or without the ninth digit; undefined where it was never written otherwise. */
export function otherSpelling(digits: string): string | undefined {
  const { area, rest } = NEW_MOBILE.exec(digits)?.groups ?? {};
  return area ? `${area}${rest}` : withNinthDigit(digits);
}

/** The phone as given first, then its other spelling, if any: a look-up takes the first that it finds. */
export function spellingsOf(digits: string): string[] {
  const other = otherSpelling(digits);
  return other === undefined ? [digits] : [digits, other];
}
