import { createRedemptionInput } from 'domain/inputs';
import { formatCents } from 'domain/money';
import { asksPurchase } from 'domain/redemption-rules';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from 'ui/button';
import { MoneyField } from 'ui/money-field';
import { validBy } from '../../lib/valid-by.ts';
import type { FoundCustomer } from './found-customer.ts';
import styles from './redemption-forms.module.css';
import { judgeField, maxRedeemableCents, type RedemptionValues } from './redemption-limits.ts';

const isValid = validBy(createRedemptionInput.shape.amountCents);

interface AmountControllerProps {
  form: UseFormReturn<RedemptionValues>;
  customer: FoundCustomer | undefined;
}

/** The amount to redeem: at most the balance, and the limit by the rules. */
export function AmountController({ form, customer }: AmountControllerProps) {
  const purchaseCents = useWatch({ control: form.control, name: 'purchaseCents' });
  const maxCents = customer && maxRedeemableCents(customer, purchaseCents);
  const isLimited = customer !== undefined && asksPurchase(customer.redemptionRules);

  function isAllowed(_: number, values: RedemptionValues) {
    return customer ? judgeField('amountCents', customer, values) : true;
  }

  function isAffordable(cents: number) {
    return !customer || cents <= customer.availableCents || 'Valor maior que saldo disponível';
  }

  function fill() {
    form.setValue('amountCents', maxCents ?? 0, { shouldValidate: true });
    form.setFocus('amountCents');
  }

  return (
    <Controller
      name="amountCents"
      control={form.control}
      rules={{ validate: { isValid, isAllowed, isAffordable } }}
      render={({ field, fieldState }) => (
        <div className={styles.line}>
          <MoneyField
            {...field}
            label="Valor a resgatar"
            hint={`Máximo: ${maxCents === undefined ? 'o saldo do cliente' : formatCents(maxCents)}`}
            required
            error={fieldState.error?.message}
          />
          <Button variant="secondary" disabled={maxCents === undefined} onClick={fill}>
            {isLimited ? 'Usar o máximo' : 'Usar saldo total'}
          </Button>
        </div>
      )}
    />
  );
}
