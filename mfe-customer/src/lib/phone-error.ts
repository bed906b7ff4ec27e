import { readPhone } from 'domain/read-phone';

export const MISSING_PHONE = 'Informe o seu telefone';

/** What is wrong with a typed phone; undefined if nothing is. */
export function phoneError(phone: string): string | undefined {
  return phone === '' ? MISSING_PHONE : readPhone(phone).fault;
}
