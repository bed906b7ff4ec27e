import type { ConsentChannel } from 'domain/consents';
import { readEmail } from 'domain/read-email';
import { MISSING_PHONE, phoneError } from '../../lib/phone-error.ts';

/** The form's values; the phone as digits, the consents as the ticked boxes. */
export interface SignupValues {
  name: string;
  email: string;
  phone: string;
  consents: readonly ConsentChannel[];
}

export const EMPTY_SIGNUP: SignupValues = { name: '', email: '', phone: '', consents: [] };

/** The API's limits (domain/inputs); the fields stop there, so that no refusal comes afterwards. */
export const MAX_NAME_LENGTH = 120;
export const MAX_EMAIL_LENGTH = 254;

export type SignupField = Exclude<keyof SignupValues, 'consents'>;
/** The messages, field by field. */
export type SignupErrors = Partial<Record<SignupField, string>>;

/** As the form shows them. */
const FIELDS: readonly SignupField[] = ['name', 'email', 'phone'];

const MISSING_NAME = 'Informe o seu nome';
const MISSING_EMAIL = 'Informe o email, ou desmarque as ofertas por email';
/** What a toast says of either; each field says its own. */
const MISSING = 'Por favor, preencha nome e telefone';

/**
 * The API's own rules, said again: its schemas would bring all of zod to a customer's phone. The server has
 * the last word, and its message is shown where it differs.
 */
export function signupErrors({ name, email, phone, consents }: SignupValues): SignupErrors {
  const errors: SignupErrors = {};
  if (name.trim() === '') errors.name = MISSING_NAME;
  const wrongPhone = phoneError(phone);
  if (wrongPhone) errors.phone = wrongPhone;
  if (email.trim() === '') {
    if (consents.includes('email')) errors.email = MISSING_EMAIL;
  } else if (readEmail(email) === undefined) errors.email = 'Email inválido';
  return errors;
}

/** The one to go to first; undefined when nothing is wrong. */
export function firstWrongField(errors: SignupErrors): SignupField | undefined {
  return FIELDS.find((field) => errors[field] !== undefined);
}

/** The toast's message, where something is missing; a wrong value is said at its field alone. */
export function missingMessage({ name, phone }: SignupErrors): string | undefined {
  return name === MISSING_NAME || phone === MISSING_PHONE ? MISSING : undefined;
}
