import { z } from 'zod';
import { MAX_AMOUNT_CENTS } from './money.ts';
import { readEmail } from './read-email.ts';
import { readPhone } from './read-phone.ts';

/** The fields that inputs are made of, each with its message for an invalid value. */

/** Typed text: trimmed, bounded, without invisible characters. */
export function text(maxLength: number, required: string) {
  return bounded(z.string({ error: required }), maxLength, required);
}

/** A number or a search as it was copied: telephones put direction marks around what they copy. */
export function pastedText(maxLength: number, required: string) {
  const withoutMarks = z.string({ error: required }).overwrite((value) => value.replace(/\p{Cf}/gu, ''));
  return bounded(withoutMarks, maxLength, required);
}

function bounded(shape: z.ZodString, maxLength: number, required: string) {
  return shape
    .trim()
    .min(1, required)
    .max(maxLength, `Use no máximo ${maxLength} caracteres`)
    .refine((value) => !hasUnseenCharacter(value), UNSEEN);
}

/** A merchant's or program's name: text that no page, mail or file could take for markup. */
export const name = (maxLength: number, required: string) =>
  text(maxLength, required).refine((value) => !/[<>]/.test(value), 'Não use os sinais < e >');

export const UNSEEN = 'Há caracteres invisíveis. Apague-os ou digite o texto de novo';

/**
 * Characters that are invisible or move their neighbors: control and format characters (zero width,
 * direction, tags), variation selectors, fillers, private use, halves of a pair. Two names that look alike
 * would differ by them, and PostgreSQL refuses some.
 */
const UNSEEN_CHARACTER =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** Emoji such as a cook are several, held together by the same joiner that is refused between letters. */
const EMOJI =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*|[\d#*]\ufe0f?\u20e3/gu;

export function hasUnseenCharacter(value: string): boolean {
  return UNSEEN_CHARACTER.test(value.replace(EMOJI, ''));
}

export const email = (required: string) =>
  text(254, required).transform((value, context) => {
    const address = readEmail(value);
    if (address !== undefined) return address;
    context.addIssue({ code: 'custom', message: 'Email inválido' });
    return z.NEVER;
  });

/** A link to a chat is the longest way to write a phone. */
const MAX_PHONE_TEXT = 200;

export const phone = (required: string) =>
  pastedText(MAX_PHONE_TEXT, required).transform((value, context) => {
    const { digits, fault } = readPhone(value);
    if (digits !== undefined) return digits;
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });

/** Lower-cased: the same id in capitals is the same id. */
export const uuid = (message: string) => z.uuid(message).transform((value) => value.toLowerCase());

/** Made by the client once for each request that moves money; a repeat returns the stored result. */
export const requestId = uuid('Identificador de operação inválido');

const cents = z
  .number('Insira um valor válido')
  .int('Insira um valor válido')
  .max(MAX_AMOUNT_CENTS, 'Valor acima do limite de R$ 10.000.000,00');

export const amountCents = cents.positive('Insira um valor válido');

/** The least amount of something; 0: there is no limit. */
export const leastCents = cents.nonnegative('Insira um valor válido');
