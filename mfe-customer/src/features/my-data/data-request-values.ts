import type { DataRequestKind } from 'domain/data-requests';
import { readEmail } from 'domain/read-email';
import { readPhone } from 'domain/read-phone';
import { phoneError } from '../../lib/phone-error.ts';

/** The form's values; the phone as digits. */
export interface DataRequestValues {
  kind: DataRequestKind;
  phone: string;
  contact: string;
  message: string;
}

export type DataRequestErrors = Partial<Record<'phone' | 'contact', string>>;

/**
 * The API's own rules, said again: its schemas would bring all of zod to a customer's phone. The server has
 * the last word, and its message is shown where it differs.
 */
export function dataRequestErrors({ phone, contact }: DataRequestValues): DataRequestErrors {
  const errors: DataRequestErrors = {};
  const wrongPhone = phoneError(phone);
  if (wrongPhone) errors.phone = wrongPhone;
  const typed = contact.trim();
  if (typed === '') errors.contact = 'Informe um email ou telefone para a resposta';
  else if (!(typed.includes('@') ? readEmail(typed) : readPhone(typed).digits))
    errors.contact = 'Informe um email ou um telefone com DDD';
  return errors;
}
