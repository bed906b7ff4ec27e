import { z } from 'zod';
import { amountCents } from './fields.ts';
import { EASY_PIN, isPatternOfDigits } from './pin-patterns.ts';

/** How customers prove to be themselves, where a merchant asks for it. */

/** When a redemption needs a proof: never, above a value, or always. */
export const REDEMPTION_PROOFS = ['never', 'above', 'always'] as const;
export type RedemptionProof = (typeof REDEMPTION_PROOFS)[number];

export const REDEMPTION_PROOF_LABELS: Record<RedemptionProof, string> = {
  never: 'Nunca',
  above: 'Acima de um valor',
  always: 'Sempre',
};

/** `redemptionProofAboveCents` is null unless `redemptionProof` is 'above'. */
export const proofSettingsInput = z
  .strictObject({
    statementProtected: z.boolean('Dados inválidos'),
    redemptionProof: z.enum(REDEMPTION_PROOFS, 'Dados inválidos'),
    redemptionProofAboveCents: amountCents.nullable(),
  })
  .refine(
    ({ redemptionProof, redemptionProofAboveCents }) =>
      (redemptionProof === 'above') === (redemptionProofAboveCents !== null),
    { path: ['redemptionProofAboveCents'], message: 'Insira um valor válido' },
  );

/** The first ones that a guesser tries: a pattern, a day and month, a year of birth. */
export function isTrivialPin(pin: string): boolean {
  const isDay = /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/.test(pin);
  return isPatternOfDigits(pin) || isDay || /^(19|20)\d\d$/.test(pin);
}

const pinDigits = z.string('Digite os 4 números').regex(/^\d{4}$/, 'Digite os 4 números');

export const newPin = pinDigits.refine((pin) => !isTrivialPin(pin), EASY_PIN);

/** A customer by phone; `slug` names the merchant where the host does not. */
export const byPhone = z.strictObject({ phone: z.string(), slug: z.string().optional() });

/** The customer whom a proof is for: by phone, or by the token of a redemption. */
const who = z.union([byPhone, z.strictObject({ token: z.string() })]);

export type ProofSubject = z.output<typeof who>;

export const sendCodeInput = z.strictObject({ who });
export const enterCodeInput = z.strictObject({
  who,
  code: z
    .string('Digite os 6 números')
    .transform((typed) => typed.replace(/\s/g, ''))
    .refine((code) => /^\d{6}$/.test(code), 'Digite os 6 números'),
});
export const enterPinInput = z.strictObject({ who, pin: pinDigits });
export const choosePinInput = z.strictObject({ who, pin: newPin });
/** `which`: this browser, or the customer's other ones. */
export const forgetDevicesInput = z.strictObject({
  who,
  which: z.enum(['this', 'others'], 'Dados inválidos'),
});
