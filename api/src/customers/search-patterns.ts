import { otherSpelling } from 'domain/doubt-phone';
import { isPhone } from 'domain/phone';
import { readPhone } from 'domain/read-phone';

/** More words than a name has; further ones are ignored. */
const MAX_WORDS = 8;

/**
 * Shorter terms are searched at the beginning of words only: anywhere else they match nearly all customers.
 */
const MIN_ANYWHERE = 3;

/**
 * 'José D'Ávila' → 'jose davila'. Repeats, step by step, what the database's function `fold_for_search` does
 * to a name before it is stored.
 */
export function foldForSearch(text: string): string {
  return text
    .replace(/['\u2018\u2019\u02bc`\u00b4]/g, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .replace(/[đĐ]/g, 'd')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[œŒ]/g, 'oe')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim();
}

/**
 * Converts the typed text to LIKE patterns, all of which must match; none if it has no letter or digit. A
 * pattern holds lower-case letters, digits, spaces and the two wildcards, never any of the typed text's own
 * wildcards.
 *
 * With `hidesContacts` only names and whole phones are found: a part of a phone or an e-mail that matched
 * would reveal that part.
 */
export function searchPatterns(search: string, { hidesContacts = false } = {}): string[] {
  return termsOf(search).map(hidesContacts ? patternWithoutContacts : pattern);
}

/**
 * The patterns of the best matches of the same search: words at the beginning of a name's words ('ana' in Ana
 * Barbosa, not in Juliana), numbers at the end of the phone.
 */
export function bestPatterns(search: string, { hidesContacts = false } = {}): string[] {
  const phoneEnd = (term: string) => (hidesContacts ? patternWithoutContacts(term) : `%${term}`);
  return termsOf(search).map((term) => (/^\d+$/.test(term) ? phoneEnd(term) : `% ${term}%|%|%`));
}

/** The search with each whole mobile number as `recorded` has it, which may be without its ninth digit. */
export async function withRecordedPhones(
  search: string,
  recorded: (phone: string) => Promise<string>,
): Promise<string> {
  const words: string[] = [];
  for (const word of joinPhoneParts(search.split(/\s+/)))
    words.push(otherSpelling(word) === undefined ? word : await recorded(word));
  return words.join(' ');
}

/** Folded words, the longest first, because they are in the fewest texts: the database looks those up. */
function termsOf(search: string): string[] {
  const terms = joinPhoneParts(search.split(/\s+/)).map(foldForSearch);
  const words = [...new Set(terms.filter((term) => term !== ''))].slice(0, MAX_WORDS);
  return words.sort((a, b) => b.length - a.length);
}

function pattern(term: string): string {
  const [first = ''] = term.split(' ');
  return first.length < MIN_ANYWHERE ? `% ${term}%` : `%${term}%`;
}

/**
 * A searched text has the name, a bar, the e-mail, a bar and the phone. Matches the name only, or the whole
 * phone.
 */
function patternWithoutContacts(term: string): string {
  return isPhone(term) ? `%| ${term}` : `${pattern(term)}|%|%`;
}

/** '(11)', '98765-43' → '1198765 43' without its signs: a phone is one word in every spelling. */
function joinPhoneParts(words: readonly string[]): string[] {
  const joined: string[] = [];
  let digits = '';
  const endPhone = () => {
    if (digits !== '') joined.push(withoutPrefixes(digits));
    digits = '';
  };
  for (const word of words) {
    if (/^[\d()+.\-/]*\d[\d()+.\-/]*$/.test(word)) digits += word.replace(/\D/g, '');
    else {
      endPhone();
      joined.push(word);
    }
  }
  endPhone();
  return joined;
}

/** '5511987654321' and '011987654321' → '11987654321'. Shorter ones may be any part of a number and stay. */
function withoutPrefixes(digits: string): string {
  return readPhone(digits).digits ?? digits;
}
