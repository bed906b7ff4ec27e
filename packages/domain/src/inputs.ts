import { z } from 'zod';
import { CONSENT_CHANNELS, CONSENT_TEXTS } from './consents.ts';
import { amountCents, email, name, phone, requestId, text, uuid } from './fields.ts';
import { MAX_AMOUNT_CENTS } from './money.ts';
import { readEmail } from './read-email.ts';
import { readTexts } from './terms-inputs.ts';

/**
 * The API's inputs, with the message for each invalid field. The server parses with these schemas and the
 * forms check with the same ones, so both say the same. Every object refuses unknown keys.
 */

/**
 * A QR token as it travels in a link. Text that can be none, however long, is the same refusal as an unknown
 * token.
 */
const token = z.string();

/** The merchant's slug where a link carries it; anything that is no slug simply finds nothing. */
const slug = z.string();

/** Login never says which part was wrong, so it checks little. */
export const loginInput = z.strictObject({
  email: text(254, 'Email é obrigatório').transform((value) => readEmail(value) ?? value.toLowerCase()),
  password: z.string('Senha é obrigatória').min(1, 'Senha é obrigatória').max(1_000, 'Senha longa demais'),
});

export const MIN_PASSWORD_LENGTH = 6;

export const newPassword = z
  .string('A senha deve ter no mínimo 6 caracteres')
  .min(MIN_PASSWORD_LENGTH, 'A senha deve ter no mínimo 6 caracteres')
  .max(256, 'Use no máximo 256 caracteres');

export const merchantSignupInput = z.strictObject({
  merchantName: name(120, 'Nome do estabelecimento é obrigatório'),
  merchantPhone: phone('Telefone é obrigatório'),
  merchantAddress: text(240, 'Endereço é obrigatório'),
  ownerName: text(120, 'Nome é obrigatório'),
  email: email('Email é obrigatório'),
  password: newPassword,
  /** The box beside the terms; a form of an earlier release has none, and is refused in words. */
  acceptsTerms: z.boolean('Dados inválidos').optional(),
  /** The texts beside the box as the form had them. Without them the server cannot know what was read. */
  texts: readTexts.optional(),
});

export const issueCashbackInput = z.strictObject({
  operationId: requestId,
  phone: phone('Insira o telefone do cliente'),
  amountCents,
  /** Given to a customer who has none. */
  name: text(120, 'Nome é obrigatório').optional(),
  /** false: ask where the purchase looks like a slip. true: it was answered. Left out: never ask. */
  isChecked: z.boolean().optional(),
});

export const findCustomerInput = z.strictObject({ phone: phone('Insira o telefone do cliente') });

export const createRedemptionInput = z.strictObject({
  operationId: requestId,
  customerId: uuid('Busque o cliente primeiro'),
  amountCents,
  /** The purchase that the cashback pays for; asked where a rule of the merchant's needs it. */
  purchaseAmountCents: amountCents.optional(),
});

/** The reason for a correction; kept with it and shown wherever it is. */
export const reason = text(200, 'Informe o motivo').refine((value) => value.length >= 3, 'Informe o motivo');

export const reversePurchaseInput = z.strictObject({
  operationId: requestId,
  transactionId: uuid('Dados inválidos'),
  amountCents,
  reason,
  /** Refuse where the customer has confirmed the code by now. */
  onlyUnconfirmed: z.boolean().optional(),
});

export const reverseRedemptionInput = z.strictObject({
  operationId: requestId,
  redemptionId: uuid('Dados inválidos'),
  reason,
});

/** The counter's latest movements, or one customer's. */
export const latestMovementsInput = z.strictObject({ customerId: uuid('Dados inválidos').optional() });

const customerId = uuid('Dados inválidos');

export const customerInput = z.strictObject({ customerId });

/** A page of a customer's ledger, newest first: what comes before the entry `before`. */
export const customerLedgerInput = z.strictObject({
  customerId,
  before: z.number().int().positive().optional(),
});

export const adjustBalanceInput = z.strictObject({
  operationId: requestId,
  customerId,
  /** Positive: credit. Negative: debit. */
  amountCents: z
    .number('Insira um valor válido')
    .int('Insira um valor válido')
    .min(-MAX_AMOUNT_CENTS, 'Valor acima do limite de R$ 10.000.000,00')
    .max(MAX_AMOUNT_CENTS, 'Valor acima do limite de R$ 10.000.000,00')
    .refine((value) => value !== 0, 'Insira um valor válido'),
  reason,
});

export const consentChannel = z.enum(CONSENT_CHANNELS, 'Dados inválidos');

/** A version of the sentences beside the boxes. */
export const consentTextVersion = z
  .int('Dados inválidos')
  .refine((version) => Object.hasOwn(CONSENT_TEXTS, version), 'Dados inválidos');

/** Employees write down that a customer withdrew; no input of theirs gives a consent. */
export const withdrawConsentInput = z.strictObject({ customerId, channel: consentChannel });

/** A field that is left out stays as it is; null removes it. */
export const customerContacts = {
  name: text(120, 'Nome inválido').nullable().optional(),
  email: email('Email inválido').nullable().optional(),
};

export const editCustomerInput = z.strictObject({ customerId, ...customerContacts });

export const correctPhoneInput = z.strictObject({ customerId, phone: phone('Insira o novo telefone') });

/** The phone is typed to confirm, since nothing brings the person back. */
export const eraseCustomerInput = z.strictObject({
  customerId,
  phone: phone('Digite o telefone do cliente para confirmar'),
});

/** `sourceCustomerId` becomes part of `customerId`. */
export const mergeCustomersInput = z.strictObject({
  operationId: requestId,
  customerId,
  sourceCustomerId: uuid('Dados inválidos'),
  reason,
});

/**
 * `deviceId`: what the merchant may know the browser by afterwards. The page makes it, so that a retry gets
 * the cookie that went with a lost answer; without it the server does.
 */
export const confirmInput = z.strictObject({ token, deviceId: z.uuid().optional() });

/** A purchase or a redemption whose code is shown, watched or canceled. */
export const codeInput = z.strictObject({ id: uuid('Dados inválidos') });

/** `slug` names the merchant on the platform's host; on a merchant's own host it is left out. */
export const customerDashboardInput = z.strictObject({
  phone: z.string(),
  slug: slug.optional(),
});

export const signupLinkInput = z.strictObject({ slug });

export const customerSignupInput = z.strictObject({
  slug,
  name: text(120, 'Por favor, preencha nome e telefone'),
  phone: phone('Por favor, preencha nome e telefone'),
  email: z.union([z.literal('').transform(() => undefined), email('Email inválido')]).optional(),
  /** The ticked boxes, and the version of the sentences beside them. */
  consents: z
    .strictObject({
      textVersion: consentTextVersion,
      channels: z.array(consentChannel, 'Dados inválidos').max(CONSENT_CHANNELS.length, 'Dados inválidos'),
    })
    .optional(),
});
