import { createRedemptionInput } from 'domain/inputs';
import type { KeyboardEvent } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { MoneyField } from 'ui/money-field';
import { validBy } from '../../lib/valid-by.ts';
import type { FoundCustomer } from './found-customer.ts';
import { judgeField, limitMessage, type RedemptionValues } from './redemption-limits.ts';

const isValid = validBy(createRedemptionInput.shape.purchaseAmountCents.unwrap());

interface PurchaseControllerProps {
  form: UseFormReturn<RedemptionValues>;
  customer: FoundCustomer | undefined;
  rules: FoundCustomer['redemptionRules'];
}

/**
 * The purchase that the cashback pays for, where a rule asks for it; says what the rules leave, as it is
 * typed.
 */
export function PurchaseController({ form, customer, rules }: PurchaseControllerProps) {
  function isAllowed(_: number, values: RedemptionValues) {
    return customer ? judgeField('purchaseCents', customer, values) : true;
  }

  /** Enter moves to the value while there is none: at a counter, Tab is not used. */
  function advance(event: KeyboardEvent<HTMLInputElement>) {
    const { purchaseCents, amountCents } = form.getValues();
    if (event.key !== 'Enter' || purchaseCents === 0 || amountCents > 0) return;
    event.preventDefault();
    const next = event.currentTarget.form?.elements.namedItem('amountCents');
    if (next instanceof HTMLElement) next.focus();
  }

  return (
    <Controller
      name="purchaseCents"
      control={form.control}
      rules={{
        // Not typed yet has a message of its own.
        validate: { isAllowed, isValid: (cents) => cents === 0 || isValid(cents) },
        deps: ['amountCents'],
      }}
      render={({ field, fieldState }) => (
        <MoneyField
          {...field}
          label="Valor da compra"
          hint={<span aria-live="polite">{limitMessage(rules, field.value)}</span>}
          required
          error={fieldState.error?.message}
          onKeyDown={advance}
        />
      )}
    />
  );
}
