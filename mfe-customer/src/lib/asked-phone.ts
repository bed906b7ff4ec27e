/**
 * The phone that was asked for last and not found, while the page is open: it is corrected instead of typed
 * again. In memory alone, since an address or a history entry with a phone in it is read by a merchant's
 * tags.
 */
let asked = '';

export function askedPhone(): string {
  return asked;
}

export function rememberAskedPhone(digits: string): void {
  asked = digits;
}
