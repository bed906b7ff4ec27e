import { z } from 'zod';
import { isAppCode, isRecoveryCode, plainCode } from './factor-codes.ts';
import { email, phone, text, uuid } from './fields.ts';
import { newPassword } from './inputs.ts';
import { EASY_PIN, isPatternOfDigits } from './pin-patterns.ts';

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

export const securityNoticeInput = z.strictObject({ token });

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
  /** Sent by the release before; a fresh proof takes its place. */
  currentPassword: currentPassword.optional(),
});

/** A session as its list names it. */
export const endSessionInput = z.strictObject({
  id: z.string('Dados inválidos').regex(/^[\w-]{22}$/, 'Dados inválidos'),
});

const typedCode = z.string('Digite o código').max(64, 'Dados inválidos').transform(plainCode);

/** The six digits that an authenticator app shows. */
export const appCode = typedCode.refine(isAppCode, 'Digite os 6 números que o aplicativo mostra');

/** Either code of the second step. */
export const factorCode = typedCode.refine(
  (code) => isAppCode(code) || isRecoveryCode(code),
  'Digite os 6 números do aplicativo ou um código de recuperação',
);

/** 32 random bytes that hold a login until it is finished. */
const loginToken = z.string('Dados inválidos').regex(/^[\w-]{43}$/, 'Dados inválidos');

export const finishLoginInput = z.strictObject({ token: loginToken, code: factorCode });

export const confirmAuthenticatorInput = z.strictObject({ code: appCode });

/** An employee's PIN as it is typed. */
export const employeePin = z.string('Digite de 4 a 6 números').regex(/^\d{4,6}$/, 'Digite de 4 a 6 números');

export const setPinInput = z.strictObject({
  pin: employeePin.refine((pin) => !isPatternOfDigits(pin), EASY_PIN),
});

/** No person needs more, and a login's answer has to hold the list of them. */
export const MAX_PASSKEYS = 10;

/** Bytes of a browser's WebAuthn answer, as base64url. */
const bytes = (maxLength: number) =>
  z
    .string('Dados inválidos')
    .regex(/^[\w-]+$/, 'Dados inválidos')
    .max(maxLength, 'Dados inválidos');
const credentialId = bytes(1_364);
const clientData = bytes(4_096);

export const passkeyName = text(60, 'Dê um nome à chave');

/** What the browser returns of a new passkey. */
export const confirmPasskeyInput = z.strictObject({
  name: passkeyName,
  credentialId,
  clientData,
  attestation: bytes(16_384),
  transports: z
    .array(z.string('Dados inválidos').regex(/^[a-z-]{1,20}$/, 'Dados inválidos'), 'Dados inválidos')
    .max(8, 'Dados inválidos'),
});

export const removePasskeyInput = z.strictObject({ id: uuid('Dados inválidos') });

/** With the token of a login whose password was right, the passkey is its second step. */
export const startPasskeyLoginInput = z.strictObject({ halfOpenToken: loginToken.optional() });

/** What the browser returns of a passkey that signed. */
export const signedAnswer = z.strictObject({
  credentialId,
  clientData,
  authenticatorData: bytes(4_096),
  signature: bytes(4_096),
});

/** The employee's id, as the authenticator stores it. */
export const userHandle = bytes(88);

export const finishPasskeyLoginInput = signedAnswer.extend({
  token: loginToken,
  userHandle: userHandle.optional(),
});

/** A fresh proof of who is there: the password, with a code where logins ask for one, or a passkey. */
export const proveSelfInput = z.union([
  z.strictObject({ password: currentPassword, code: factorCode.optional() }),
  z.strictObject({ passkey: signedAnswer }),
]);
