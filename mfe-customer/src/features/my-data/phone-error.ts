import { isPhone } from 'domain/phone';

/** What is wrong with a typed phone; undefined if nothing is. */
export function phoneError(phone: string): string | undefined {
  if (phone === '') return 'Informe o seu telefone';
  return isPhone(phone) ? undefined : 'Número de telefone inválido';
}
