/**
 * A day as it is typed, '21/03/2026', and as it is kept, '2026-03-21'. What is typed of it so far stays text:
 * '21/0'.
 */

const KEPT = /^(\d{4})-(\d\d)-(\d\d)$/;
const WRITTEN = /^(\d\d)\/(\d\d)\/(\d{4})$/;

/** '2026-03-21' → '21/03/2026'; anything else as it is. */
export function writtenDate(value: string): string {
  return value.replace(KEPT, '$3/$2/$1');
}

/** '21/03/2026' → '2026-03-21', whether there is such a day or not; anything else as it is. */
export function keptDate(text: string): string {
  return text.replace(WRITTEN, '$3-$2-$1');
}

/**
 * '2103' → '21/03', '1/3/2026' → '01/03/2026', '2026-03-21' → '21/03/2026'. A separator ends a day or month
 * of one digit; what is no part of a date is dropped.
 */
export function maskDate(text: string): string {
  const written = writtenDate(text.trim());
  const lengths = [2, 2, 4];
  const parts = [''];
  for (const character of written) {
    const place = parts.length - 1;
    const part = parts[place] ?? '';
    const isFull = part.length === lengths[place];
    const isLast = place === lengths.length - 1;
    if (/\d/.test(character)) {
      if (!isFull) parts[place] = part + character;
      else if (!isLast) parts.push(character);
    } else if (/[/.\- ]/.test(character) && part !== '' && !isLast) {
      parts[place] = part.padStart(2, '0');
      parts.push('');
    }
  }
  return parts.join('/');
}
