import { createRedemptionInput } from 'domain/inputs';
import { formatCents } from 'domain/money';
import { QrCode, WalletMinimal } from 'lucide-react';
import type { FormEvent } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { MoneyField } from 'ui/money-field';
import { ScreenState } from 'ui/screen-state';
import { validBy } from '../../lib/valid-by.ts';
import styles from './redemption-forms.module.css';
import type { FoundCustomer } from './use-customer-lookup.ts';

export interface AmountValues {
  amountCents: number;
}

interface RedemptionFormProps {
  form: UseFormReturn<AmountValues>;
  /** Undefined until one was found. */
  customer: FoundCustomer | undefined;
  onSubmit: (event: FormEvent) => void;
  /** From a customer without balance on to the next one. */
  onSearchAnother: () => void;
}

/** Step 3: how much of the balance. Who has none gets a notice in its place. */
export function RedemptionForm({ form, customer, onSubmit, onSearchAnother }: RedemptionFormProps) {
  return (
    <Card>
      <CardHeader title="Valor do Resgate" />
      {customer && customer.availableCents <= 0 ? (
        <NoBalance onSearchAnother={onSearchAnother} />
      ) : (
        <form noValidate onSubmit={onSubmit} className={styles.form}>
          <AmountController form={form} customer={customer} />
          <Button
            type="submit"
            size="large"
            block
            variant={customer ? 'primary' : 'secondary'}
            icon={<QrCode />}
            pending={form.formState.isSubmitting}
            pendingLabel="Gerando..."
          >
            Gerar QR Code de Resgate
          </Button>
        </form>
      )}
    </Card>
  );
}

function AmountController({ form, customer }: Pick<RedemptionFormProps, 'form' | 'customer'>) {
  const isValid = validBy(createRedemptionInput.shape.amountCents);
  const availableCents = customer?.availableCents;
  const isAffordable = (cents: number) =>
    availableCents === undefined || cents <= availableCents || 'Valor maior que saldo disponível';

  function fill() {
    form.setValue('amountCents', availableCents ?? 0, { shouldValidate: true });
    form.setFocus('amountCents');
  }

  return (
    <Controller
      name="amountCents"
      control={form.control}
      rules={{ validate: { isValid, isAffordable } }}
      render={({ field, fieldState }) => (
        <div className={styles.line}>
          <MoneyField
            {...field}
            label="Valor a resgatar"
            hint={`Máximo: ${availableCents === undefined ? 'o saldo do cliente' : formatCents(availableCents)}`}
            required
            error={fieldState.error?.message}
          />
          <Button variant="secondary" disabled={availableCents === undefined} onClick={fill}>
            Usar saldo total
          </Button>
        </div>
      )}
    />
  );
}

function NoBalance({ onSearchAnother }: { onSearchAnother: () => void }) {
  return (
    <ScreenState
      state="empty"
      icon={<WalletMinimal />}
      title="Cliente sem saldo"
      description="Este cliente ainda não tem saldo disponível para resgatar."
      action={
        <Button variant="secondary" onClick={onSearchAnother}>
          Buscar outro cliente
        </Button>
      }
    />
  );
}
