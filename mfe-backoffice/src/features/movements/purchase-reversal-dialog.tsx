import { reversePurchaseInput } from 'domain/inputs';
import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { useStaffSession } from 'federation/remote-host';
import type { FocusEvent } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { Alert } from 'ui/alert';
import type { Definition } from 'ui/definition-list';
import { MoneyField } from 'ui/money-field';
import { validBy } from '../../lib/valid-by.ts';
import { customerLabel } from './customer-lines.tsx';
import { ReasonField } from './reason-field.tsx';
import { ReversalDialog } from './reversal-dialog.tsx';
import { cashbackConsequence, openCashbackCents, openCents, type Purchase } from './reversal-messages.ts';
import { type PurchaseReversal, type ReversePurchase, UNANSWERED } from './use-reversals.ts';

const REASONS = ['Devolução do produto', 'Valor digitado errado', 'Compra duplicada'];

interface Values {
  amountCents: number;
  reason: string;
}

interface PurchaseReversalDialogProps {
  purchase: Purchase;
  reverse: ReversePurchase;
  onClose: () => void;
  onReversed: (reversal: PurchaseReversal) => void;
}

/** The amount to reverse, the reason, and the effect on the cashback. */
export function PurchaseReversalDialog({
  purchase,
  reverse,
  onClose,
  onReversed,
}: PurchaseReversalDialogProps) {
  const { timeZone } = useStaffSession().merchant;
  const form = useForm<Values>({ defaultValues: { amountCents: openCents(purchase), reason: '' } });
  const { errors, isSubmitting } = form.formState;

  async function submit(values: Values) {
    const outcome = await reverse({ transactionId: purchase.id, ...values, reason: values.reason.trim() });
    if ('answer' in outcome) return onReversed(outcome.answer);
    if (isRefusal(outcome.error, 'reversal_above_remaining')) {
      const message = errorMessage(outcome.error);
      return form.setError('amountCents', { message }, { shouldFocus: true });
    }
    const message = failureMessage(outcome.error, UNANSWERED);
    form.setError('root.server', { message });
  }

  return (
    <ReversalDialog
      title="Estornar compra"
      description={`${customerLabel(purchase)} · ${formatDayAndTime(purchase.createdAt, timeZone)}`}
      rows={rowsOf(purchase)}
      submitLabel="Estornar compra"
      isPending={isSubmitting}
      failure={errors.root?.server?.message}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <AmountController form={form} purchase={purchase} />
      <Consequence form={form} purchase={purchase} />
      <Controller
        name="reason"
        control={form.control}
        rules={{ validate: validBy(reversePurchaseInput.shape.reason) }}
        render={({ field, fieldState }) => (
          <ReasonField {...field} error={fieldState.error?.message} suggestions={REASONS} />
        )}
      />
    </ReversalDialog>
  );
}

function rowsOf(purchase: Purchase): Definition[] {
  const rows: Definition[] = [{ label: 'Valor da compra', value: formatCents(purchase.amountCents) }];
  if (purchase.reversedAmountCents > 0) {
    rows.push({ label: 'Já estornado', value: formatCents(purchase.reversedAmountCents) });
    rows.push({ label: 'Resta da compra', value: formatCents(openCents(purchase)), strong: true });
  }
  rows.push({ label: 'Cashback', value: formatCents(openCashbackCents(purchase)) });
  return rows;
}

function AmountController({ form, purchase }: { form: UseFormReturn<Values>; purchase: Purchase }) {
  const left = openCents(purchase);
  const isValid = validBy(reversePurchaseInput.shape.amountCents);
  const isLeft = (cents: number) =>
    cents <= left || `O estorno não pode passar do que resta da compra: ${formatCents(left)}.`;
  return (
    <Controller
      name="amountCents"
      control={form.control}
      rules={{ validate: { isValid, isLeft } }}
      render={({ field, fieldState }) => (
        <MoneyField
          {...field}
          label="Valor a estornar"
          hint="Para estornar só uma parte, digite o valor dela."
          required
          error={fieldState.error?.message}
          onFocus={selectAll}
        />
      )}
    />
  );
}

/** The whole value stands there already: what is typed replaces it. A press puts the caret a turn later. */
function selectAll({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  input.select();
  if (input.matches(':active')) setTimeout(() => input.select());
}

/** Said as the value is typed. */
function Consequence({ form, purchase }: { form: UseFormReturn<Values>; purchase: Purchase }) {
  const amountCents = useWatch({ control: form.control, name: 'amountCents' });
  const message = cashbackConsequence(purchase, amountCents);
  return (
    <Alert tone="info">
      {message ?? 'Digite um valor até o que resta da compra para ver o que acontece com o cashback.'}
    </Alert>
  );
}
