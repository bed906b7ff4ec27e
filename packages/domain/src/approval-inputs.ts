import { z } from 'zod';
import { employeePin, signedAnswer, userHandle } from './account-inputs.ts';
import { APPROVAL_KINDS, APPROVAL_REFUSAL_REASONS } from './approvals.ts';
import { phone, requestId, uuid } from './fields.ts';
import { MAX_AMOUNT_CENTS } from './money.ts';

const id = uuid('Dados inválidos');

/** The movement that is asked for, as its own call names it: a purchase by phone, the others by customer. */
export const askApprovalInput = z
  .strictObject({
    kind: z.enum(APPROVAL_KINDS, { error: 'Dados inválidos' }),
    operationId: requestId,
    amountCents: z
      .number('Insira um valor válido')
      .int('Insira um valor válido')
      .min(-MAX_AMOUNT_CENTS, 'Valor acima do limite de R$ 10.000.000,00')
      .max(MAX_AMOUNT_CENTS, 'Valor acima do limite de R$ 10.000.000,00'),
    phone: phone('Telefone é obrigatório').optional(),
    customerId: id.optional(),
  })
  .refine(
    ({ kind, phone, customerId }) => (kind === 'purchase' ? phone && !customerId : customerId && !phone),
    {
      error: 'Dados inválidos',
    },
  );
export type AskApproval = z.output<typeof askApprovalInput>;

export const approvalInput = z.strictObject({ id });

/** Who approves at the counter: by name and PIN, or by a passkey. */
export const approveHereInput = z.union([
  z.strictObject({ id, employeeId: uuid('Escolha quem aprova'), pin: employeePin }),
  z.strictObject({ id, passkey: signedAnswer.extend({ userHandle }) }),
]);

export const refuseApprovalInput = z.strictObject({
  id,
  reason: z.enum(APPROVAL_REFUSAL_REASONS, { error: 'Escolha o motivo' }),
});
