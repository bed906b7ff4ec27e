import { amountCents as amountSchema } from 'domain/fields';
import { adjustBalanceInput } from 'domain/inputs';
import { formatCents } from 'domain/money';
import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { ChoiceField } from 'ui/choice-field';
import { MoneyField } from 'ui/money-field';
import { ApprovalDialog } from '../../lib/approval-dialog.tsx';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { validBy } from '../../lib/valid-by.ts';
import styles from './adjust-dialog.module.css';
import { balanceCents, type CustomerDetail } from './customer-detail.ts';
import { formatSigned } from './ledger-labels.ts';
import { ReasonField } from './reason-field.tsx';
import type { AdjustBalance } from './use-corrections.ts';

interface Values {
  direction: 'credit' | 'debit';
  /** Without a sign. */
  amountCents: number;
  reason: string;
}

interface AdjustDialogProps {
  customer: CustomerDetail;
  adjust: AdjustBalance;
  onClose: () => void;
}

/** Corrects a balance by hand. */
export function AdjustDialog({ customer, adjust, onClose }: AdjustDialogProps) {
  const form = useForm<Values>({ defaultValues: { direction: 'credit', amountCents: 0, reason: '' } });
  const { errors, isSubmitting } = form.formState;
  const [unapproved, setUnapproved] = useState<{ values: Values; operationId: string }>();

  /** Resolves to the error where nothing was adjusted. */
  async function send(values: Values): Promise<unknown> {
    const outcome = await adjust({
      customerId: customer.id,
      amountCents: signedCents(values),
      reason: values.reason.trim(),
    });
    if ('answer' in outcome) {
      onClose();
      return undefined;
    }
    const { error, operationId } = outcome;
    if (isRefusal(error, 'approval_needed') && unapproved?.operationId !== operationId) {
      setUnapproved({ values, operationId });
      return undefined;
    }
    showError(error);
    return error;
  }

  function showError(error: unknown) {
    if (isRefusal(error, 'adjustment_above_balance'))
      return form.setError('amountCents', { message: errorMessage(error) }, { shouldFocus: true });
    form.setError('root', { message: failureMessage(error, 'Erro ao ajustar o saldo. Tente novamente.') });
  }

  if (unapproved) {
    const amountCents = signedCents(unapproved.values);
    return (
      <ApprovalDialog
        asking={{
          kind: 'correction',
          operationId: unapproved.operationId,
          customerId: customer.id,
          amountCents,
        }}
        what={`Ajuste de saldo · ${formatSigned(amountCents)}`}
        onApproved={() => send(unapproved.values)}
        onClose={() => setUnapproved(undefined)}
      />
    );
  }
  return (
    <FormDialog
      title="Ajustar saldo"
      description="Corrige o saldo sem compra nem resgate. Aparece no extrato como Ajuste manual."
      submit={{ label: 'Ajustar saldo', pendingLabel: 'Ajustando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(async (values) => void (await send(values)))}
      onClose={onClose}
    >
      <ChoiceField
        label="Tipo de ajuste"
        options={[
          { value: 'credit', label: 'Crédito' },
          { value: 'debit', label: 'Débito' },
        ]}
        {...form.register('direction', { deps: 'amountCents' })}
      />
      <AmountController form={form} balance={balanceCents(customer)} />
      <ReasonController form={form} />
      <BalanceAfter form={form} customer={customer} />
    </FormDialog>
  );
}

function signedCents({ direction, amountCents }: Pick<Values, 'direction' | 'amountCents'>): number {
  return direction === 'debit' ? -amountCents : amountCents;
}

function AmountController({ form, balance }: { form: UseFormReturn<Values>; balance: number }) {
  const isCovered = (amountCents: number, { direction }: Values) =>
    balance + signedCents({ direction, amountCents }) >= 0 ||
    `O débito não pode passar do saldo do cliente: ${formatCents(balance)}.`;
  return (
    <Controller
      name="amountCents"
      control={form.control}
      rules={{ validate: { isValid: validBy(amountSchema), isCovered } }}
      render={({ field, fieldState }) => (
        <MoneyField {...field} label="Valor" required error={fieldState.error?.message} />
      )}
    />
  );
}

/** A component of its own, so that it registers after the value: errors are focused in that order. */
function ReasonController({ form }: { form: UseFormReturn<Values> }) {
  return (
    <ReasonField
      error={form.formState.errors.reason?.message}
      {...form.register('reason', { validate: validBy(adjustBalanceInput.shape.reason) })}
    />
  );
}

/** The balance after the adjustment. */
function BalanceAfter({ form, customer }: { form: UseFormReturn<Values>; customer: CustomerDetail }) {
  const [direction, amountCents] = useWatch({ control: form.control, name: ['direction', 'amountCents'] });
  const balance = balanceCents(customer);
  const change = signedCents({ direction, amountCents });
  const after = balance + change;
  return (
    <div className={styles.after}>
      <p className={styles.sum}>
        {formatCents(balance)} {formatSigned(change)}
      </p>
      <p aria-live="polite" className={styles.result}>
        Saldo depois: {after < 0 ? '—' : formatCents(after)}
      </p>
      {customer.maturingCents > 0 && (
        <p className={styles.note}>O saldo inclui {formatCents(customer.maturingCents)} a liberar.</p>
      )}
    </div>
  );
}
