import { z } from 'zod';
import { email, phone, text } from './fields.ts';
import { newPassword } from './inputs.ts';

/** The fields of one's own account, and the recovery of access. */

/** The secret of a one-time link. Longer or stranger text is the same refusal as an unknown one. */
const token = z.string('Dados inválidos').min(1, 'Dados inválidos').max(128, 'Dados inválidos');

/** A password that exists already: only whether it is right matters. */
export const currentPassword = z
  .string('Informe a sua senha atual')
  .min(1, 'Informe a sua senha atual')
  .max(1_000, 'Senha longa demais');

export const forgotPasswordInput = z.strictObject({ email: email('Email é obrigatório') });

export const passwordLinkInput = z.strictObject({ token });

export const setPasswordInput = z.strictObject({ token, password: newPassword });

export const emailLinkInput = z.strictObject({ token });

/** Requires the password chosen before: reading the address's mail alone proves nothing. */
export const confirmEmailInput = z.strictObject({
  token,
  password: z.string('Informe a sua senha').min(1, 'Informe a sua senha').max(1_000, 'Senha longa demais'),
});

export const changePasswordInput = z
  .strictObject({ currentPassword, password: newPassword })
  .refine((input) => input.password !== input.currentPassword, {
    path: ['password'],
    message: 'Escolha uma senha diferente da atual',
  });

/** A phone left empty is no phone. */
const optionalPhone = z
  .string('Dados inválidos')
  .trim()
  .nullable()
  .transform((value) => value || null)
  .pipe(phone('Número de telefone inválido').nullable());

export const saveProfileInput = z.strictObject({
  name: text(120, 'Nome é obrigatório'),
  email: email('Email é obrigatório'),
  phone: optionalPhone,
  /** Asked where the e-mail or the phone changes. */
  currentPassword: currentPassword.optional(),
});

/** A session as its list names it. */
export const endSessionInput = z.strictObject({
  id: z.string('Dados inválidos').regex(/^[\w-]{22}$/, 'Dados inválidos'),
});
