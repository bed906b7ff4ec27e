import { formatPhone, isMobile } from './phone.ts';

/** The one reader of phones, wherever a text arrives: typed, pasted, in a file, by the API, in an address. */

/** The digits of a Brazilian number, area code first; or what is wrong, as a sentence for who gave it. */
export type PhoneReading = { digits: string; fault?: undefined } | { digits?: undefined; fault: string };

const INVALID = 'Número de telefone inválido';
const FOREIGN = 'Este número é de outro país. Informe um do Brasil, com DDD';
const CPF = 'Isto parece um CPF. Informe o telefone, com DDD';

/** A number, after a trunk prefix (0; 90 where the called person pays) and a carrier's two digits, if any. */
const DOMESTIC = /^(?:(?:0|90)([1-9]\d)?)?([1-9][1-9]\d{8,9})$/;
/** Nine digits that begin with 9, or eight that do not begin like a service's number. */
const LIKELY = /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/;
/** WhatsApp's links name the country, without a plus sign. */
const CHAT_LINK =
  /^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)(?:\+|%2B)?(\d+)(?:[/?&#].*)?$/i;

/**
 * Reads a text as one Brazilian phone: '+55 (11) 98765-4321', '0 15 11 98765-4321', 'wa.me/5511987654321' and
 * '11987654321' are the same. A text that may be anything else is refused: nothing is ever cut or added.
 */
export function readPhone(text: string): PhoneReading {
  const written = unwrapped(text);
  // The digits of no phone stand like this.
  if (/^\d{3}\.?\d{3}\.?\d{3}-\d{2}$/.test(written)) return { fault: CPF };
  if (!/^\(?\+?[\d ().-]+$/.test(written)) return { fault: INVALID };
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
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^=?["']+|["']$/g, '')
    .replace(/^tel: ?/i, '')
    .replace(CHAT_LINK, '+$1')
    .replace(/^(\d{10,})[.,]0{1,2}$/, '$1')
    .replace(/\(?0 ?\(?xx\)?/i, '')
    .trim();
}

function domestic(digits: string): string | undefined {
  const [, carrier, number] = DOMESTIC.exec(digits) ?? [];
  return carrier === undefined ? number : likely(number);
}

/** What is taken off without a sign must leave a likely number: nearly any digits could be split so. */
function likely(number: string | undefined): string | undefined {
  return number !== undefined && LIKELY.test(number) ? number : undefined;
}

/** Eleven digits without a mobile's 9 are no phone; with a CPF's two check digits they are one. */
function isCpf(digits: string): boolean {
  if (digits.length !== 11 || isMobile(digits) || /^(.)\1+$/.test(digits)) return false;
  const isRight = (length: number) => {
    let sum = 0;
    for (let at = 0; at < length; at += 1) sum += Number(digits[at]) * (length + 1 - at);
    return ((sum * 10) % 11) % 10 === Number(digits[length]);
  };
  return isRight(9) && isRight(10);
}
