import { isPhone } from 'domain/phone';
import type { FieldErrors } from 'react-hook-form';

/** What the form holds; the phone as digits. */
export interface SignupValues {
  name: string;
  email: string;
  phone: string;
}

export const EMPTY_SIGNUP: SignupValues = { name: '', email: '', phone: '' };

/** The longest the API takes (domain/inputs); the fields stop there, so that nobody is told afterwards. */
export const MAX_NAME_LENGTH = 120;
export const MAX_EMAIL_LENGTH = 254;

const MISSING = 'Por favor, preencha nome e telefone';
const EMAIL_SHAPE = /^[^\s@<>"'()]+@[^\s@<>"'()]+\.[^\s@<>"'()]+$/;

/**
 * The API's own rules, said again: its schemas would bring all of zod to a customer's phone. The server has
 * the last word, and its sentence is shown where it differs.
 */
export function signupErrors({ name, email, phone }: SignupValues): FieldErrors<SignupValues> {
  const errors: FieldErrors<SignupValues> = {};
  if (name.trim() === '') errors.name = { type: 'required', message: MISSING };
  if (phone === '') errors.phone = { type: 'required', message: MISSING };
  else if (!isPhone(phone)) errors.phone = { type: 'shape', message: 'Número de telefone inválido' };
  if (email.trim() !== '' && !EMAIL_SHAPE.test(email.trim())) {
    errors.email = { type: 'shape', message: 'Email inválido' };
  }
  return errors;
}

/** The one sentence for a toast: what is missing before what is wrong, as the fields are read. */
export function firstSentence(errors: FieldErrors<SignupValues>): string | undefined {
  const all = [errors.name, errors.email, errors.phone];
  const first = all.find((error) => error?.type === 'required') ?? all.find((error) => error !== undefined);
  return first?.message;
}
