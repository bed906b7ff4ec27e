import { formatPhone, isMobile } from './phone.ts';

/** The one reader of phones, wherever a text arrives: typed, pasted, in a file, by the API, in an address. */

/** The digits of a Brazilian number, area code first; or what is wrong, as a sentence for who gave it. */
export type PhoneReading = { digits: string; fault?: undefined } | { digits?: undefined; fault: string };

const INVALID = 'Número de telefone inválido';
const FOREIGN = 'Este número é de outro país. Informe um do Brasil, com DDD';
const CPF = 'Isto parece um CPF. Informe o telefone, com DDD';

/**
 * A number, after a trunk prefix (0; 90 where the called person pays) and the code of a carrier that people
 * have dialed, if any.
 */
const DOMESTIC = /^(?<prefix>(?:0|90)(?:1[245]|2[135]|31|4[13])?)?(?<number>[1-9][1-9]\d{8,9})$/;
/**
 * A mobile number or a landline; an old mobile number of eight digits only outside the area codes from 91 on,
 * where it may be a number of area code 55 with a digit too many.
 */
const LIKELY = /^(?:[1-9][1-9](?:9\d{8}|[2-5]\d{7})|[1-8][1-9][6-9]\d{7})$/;
/** WhatsApp's links name the country, without a plus sign. */
const CHAT_LINK =
  /^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)(?:\+|%2B)?(\d+)(?:[/?&#].*)?$/i;

/** Links may carry a message behind the number. */
const MAX_CHARACTERS = 2_000;

/**
 * Reads a text as one Brazilian phone: '+55 (11) 98765-4321', '0 15 11 98765-4321', 'wa.me/5511987654321' and
 * '11987654321' are the same. A text that may be anything else is refused: nothing is ever cut or added.
 */
export function readPhone(text: string): PhoneReading {
  if (text.length > MAX_CHARACTERS) return { fault: INVALID };
  const written = unwrapped(text);
  // The digits of no phone stand like this.
  if (/^\d{3}\.?\d{3}\.?\d{3}-\d{2}$/.test(written)) return { fault: CPF };
  if (!/^\(?\+?[\d ().-]+$/.test(written) || isTornApart(written)) return { fault: INVALID };
  const all = written.replace(/\D/g, '');
  const international = written.includes('+') ? all : all.startsWith('00') ? all.slice(2) : undefined;
  if (international && !international.startsWith('55')) return { fault: FOREIGN };
  const digits = international
    ? domestic(international.slice(2))
    : (domestic(all) ?? likely(all.startsWith('55') ? domestic(all.slice(2)) : undefined));
  if (digits === undefined) return { fault: INVALID };
  return isCpf(digits) ? { fault: CPF } : { digits };
}

/** '(11) 98765-4321' of any text that says this number. Any other text is shown as its digits. */
export function showPhone(text: string): string {
  const { digits } = readPhone(text);
  return digits === undefined ? text.replace(/[^\d+]/g, '') : formatPhone(digits);
}

/** The text in plain characters, without what files, links and telephones put around a number. */
function unwrapped(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^=?["']+|["']$/g, '')
    .replace(/^tel: ?/i, '')
    .replace(CHAT_LINK, '+$1')
    .replace(/^(\d+)[.,]0{1,2}$/, '$1')
    .replace(/^(\+?(?:55)? ?)\(?0 ?\(?xx\)?/i, '$1')
    .trim();
}

/**
 * The area code in brackets after the number, or a lone digit at the end, an extension or a footnote: read in
 * their order, such digits are another number.
 */
function isTornApart(written: string): boolean {
  const before = written.slice(0, Math.max(0, written.lastIndexOf('(')));
  if (before.replace(/\D/g, '').length >= 8) return true;
  return /[ ().-]\d$/.test(written) && /\d\d/.test(written);
}

function domestic(digits: string): string | undefined {
  const { prefix, number } = DOMESTIC.exec(digits)?.groups ?? {};
  return prefix === undefined ? number : likely(number);
}

/** What is taken off without a sign must leave a likely number: nearly any digits could be split so. */
function likely(number: string | undefined): string | undefined {
  return number !== undefined && LIKELY.test(number) ? number : undefined;
}

/** Eleven digits whose third is no 9 are taken for a CPF if its two check digits are right. */
function isCpf(digits: string): boolean {
  if (digits.length !== 11 || isMobile(digits) || /^(.)\1+$/.test(digits)) return false;
  const isRight = (length: number) => {
    let sum = 0;
    for (let at = 0; at < length; at += 1) sum += Number(digits[at]) * (length + 1 - at);
    return ((sum * 10) % 11) % 10 === Number(digits[length]);
  };
  return isRight(9) && isRight(10);
}
