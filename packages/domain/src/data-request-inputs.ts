import { z } from 'zod';
import { DATA_REQUEST_KINDS, DATA_REQUEST_STATES, MAX_DATA_REQUEST_TEXT } from './data-requests.ts';
import { email, hasUnseenCharacter, phone, text, UNSEEN, uuid } from './fields.ts';

const INVALID_CONTACT = 'Informe um email ou um telefone com DDD';
const byEmail = email(INVALID_CONTACT);
const byPhone = phone(INVALID_CONTACT);

/** An e-mail, or a phone as digits. */
const contact = text(254, 'Informe um email ou telefone para a resposta').transform((value, context) => {
  const parsed = (value.includes('@') ? byEmail : byPhone).safeParse(value);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: INVALID_CONTACT });
  return z.NEVER;
});

/** Lines that people write to each other; '' is nothing. */
const lines = z
  .string('Dados inválidos')
  .transform((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine(
    (value) => value.length <= MAX_DATA_REQUEST_TEXT,
    `Use no máximo ${MAX_DATA_REQUEST_TEXT} caracteres`,
  )
  .refine((value) => !hasUnseenCharacter(value.replace(/[\n\t]/g, ' ')), UNSEEN);

export const askDataRequestInput = z.strictObject({
  slug: z.string(),
  kind: z.enum(DATA_REQUEST_KINDS, { error: 'Escolha o que você quer' }),
  phone: phone('Informe o seu telefone'),
  contact,
  message: lines.optional(),
});
export type AskDataRequest = z.output<typeof askDataRequestInput>;

/** A page: open ones begin with the oldest, closed ones with the newest. `after` is the last id shown. */
export const listDataRequestsInput = z.strictObject({
  state: z.enum(DATA_REQUEST_STATES, { error: 'Dados inválidos' }),
  after: uuid('Dados inválidos').optional(),
});

export const refusalReason = lines.refine((value) => value.length >= 3, 'Informe o motivo da recusa');

export const closeDataRequestInput = z.discriminatedUnion(
  'state',
  [
    z.strictObject({ id: uuid('Dados inválidos'), state: z.literal('done'), answer: lines.optional() }),
    z.strictObject({ id: uuid('Dados inválidos'), state: z.literal('refused'), answer: refusalReason }),
  ],
  { error: 'Dados inválidos' },
);
export type CloseDataRequest = z.output<typeof closeDataRequestInput>;

/** The phone of the record is typed to confirm, as on the record itself. */
export const eraseOnRequestInput = z.strictObject({
  id: uuid('Dados inválidos'),
  phone: phone('Digite o telefone do cliente para confirmar'),
});
export type EraseOnRequest = z.output<typeof eraseOnRequestInput>;
