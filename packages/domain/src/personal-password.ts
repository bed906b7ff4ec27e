import { plainPassword } from './common-passwords.ts';
import { MIN_PASSWORD_LENGTH } from './inputs.ts';

/** Shorter names are in too many passwords by chance. */
const MIN_NAME_LENGTH = 4;

/** From this length a whole name is refused anywhere: shorter ones are in good passphrases by chance. */
const MIN_LENGTH_ANYWHERE = 8;

/** The signs that stand for letters in passwords such as 'p4d@ria'. */
const LETTER_OF: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};

/** The letters and digits alone, as a reader takes them. */
function readAs(text: string): string {
  return plainPassword(text)
    .replace(/[013457!@$]/g, (sign) => LETTER_OF[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * True for a password that holds a long name as a whole, or that would be too short without the name and its
 * words. Names and words of less than four characters do not count.
 */
function holdsName(password: string, name: string): boolean {
  const read = readAs(password);
  const whole = readAs(name);
  if (whole.length >= MIN_LENGTH_ANYWHERE && read.includes(whole)) return true;
  const words = plainPassword(name)
    .split(/[^\p{L}]+/u)
    .map(readAs);
  const rest = [whole, ...words]
    .filter((word) => word.length >= MIN_NAME_LENGTH)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), read);
  return rest !== read && rest.length < MIN_PASSWORD_LENGTH;
}

/** Which name of its owner a password holds: that of the e-mail's mailbox, or the merchant's. */
export function nameInPassword(
  password: string,
  { email, merchantName }: { email: string; merchantName: string },
): 'email' | 'merchant' | undefined {
  const mailbox = email.split('@')[0]?.split('+')[0] ?? '';
  if (holdsName(password, mailbox)) return 'email';
  return holdsName(password, merchantName) ? 'merchant' : undefined;
}
