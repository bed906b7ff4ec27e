import { z } from 'zod';
import { MAX_AMOUNT_CENTS } from './money.ts';
import { isPhone, phoneDigits } from './phone.ts';

/** The fields that inputs are made of, each with the sentence a person reads where it does not fit. */

/** Text a person typed: trimmed, bounded, without control characters and halves of a character: PostgreSQL refuses both. */
export function text(maxLength: number, required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(maxLength, `Use no máximo ${maxLength} caracteres`)
    .refine((value) => !hasControlCharacter(value), 'Há caracteres que não podem ser usados');
}

/** What a shop calls itself or its programme: text that no page, mail or file of anybody's could take for markup. */
export const name = (maxLength: number, required: string) =>
  text(maxLength, required).refine((value) => !/[<>]/.test(value), 'Não use os sinais < e >');

export function hasControlCharacter(value: string): boolean {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 || code === 127) return true;
    // Half of a pair without the other: no text, in JSON least of all.
    if (code >= 0xd800 && code <= 0xdfff) return true;
  }
  return false;
}

/** A simple `nome@dominio.tld` shape. Returns the address lower-cased. */
const EMAIL_SHAPE = /^[^\s@<>"'()]+@[^\s@<>"'()]+\.[^\s@<>"'()]+$/;
export const email = (required: string) =>
  text(254, required)
    .refine((value) => EMAIL_SHAPE.test(value), 'Email inválido')
    .transform((value) => value.toLowerCase());

export const phone = (required: string) =>
  text(32, required).transform(phoneDigits).refine(isPhone, 'Número de telefone inválido');

/** Lower-cased: the same id in capitals is the same id. */
export const uuid = (message: string) => z.uuid(message).transform((value) => value.toLowerCase());

/** Made by the client once for each operation that moves money; a repeat returns the stored result. */
export const operationId = uuid('Identificador de operação inválido');

export const amountCents = z
  .number('Insira um valor válido')
  .int('Insira um valor válido')
  .positive('Insira um valor válido')
  .max(MAX_AMOUNT_CENTS, 'Valor acima do limite de R$ 10.000.000,00');
