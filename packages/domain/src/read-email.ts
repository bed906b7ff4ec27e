/** A run of what may stand between the dots of an address before its @, and after it. */
const BEFORE = '[^\\s@<>"(),:;.]+';
const AFTER = `[^\\s@<>"'(),:;./]+`;
const ADDRESS = new RegExp(`^${BEFORE}(?:\\.${BEFORE})*@${AFTER}(?:\\.${AFTER})+$`);

/** More than an address has; longer texts would take long to read. */
const MAX_CHARACTERS = 300;

/**
 * The one reader of e-mails: the address in lower case, without 'mailto:' and without the dot or comma of a
 * sentence after it. undefined: the text is no address.
 */
export function readEmail(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const address = text
    .trim()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/^mailto: ?([^?]+).*$/i, '$1')
    .replace(/[.,;]+$/, '')
    .toLowerCase();
  return ADDRESS.test(address) ? address : undefined;
}
