import { formatPhone } from 'domain/phone';

/** '(11) 3210-4567' that no line end parts. */
export function unbrokenPhone(digits: string): string {
  return formatPhone(digits).replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
}
