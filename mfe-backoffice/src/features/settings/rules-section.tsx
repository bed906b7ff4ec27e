import { redemptionRulesInput } from 'domain/cashback-settings';
import { formatCents } from 'domain/money';
import { largestShareCents } from 'domain/redemption-rules';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { MoneyField } from 'ui/money-field';
import { Option, SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { basisPointsOf, type SettingsValues } from './cashback-settings-values.ts';
import { UnitField } from './unit-field.tsx';

const { shape } = redemptionRulesInput;
const isShare = validBy(shape.maxShareBasisPoints);
const EXAMPLE_CENTS = 10_000;

/** The conditions of a redemption. All off: any part of the balance, any time. */
export function RulesSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { control, register } = form;
  const [hasShare, hasMinPurchase, hasMinBalance] = useWatch({
    control,
    name: ['hasShare', 'hasMinPurchase', 'hasMinBalance'],
  });
  return (
    <SettingsSection
      title="Regras de resgate"
      description="Valem para os próximos resgates. Sem regras, o cliente usa quanto quiser do saldo."
    >
      <Option
        box={
          <CheckboxField
            label="Limitar a parte da compra paga com cashback"
            hint="O valor da compra passa a ser pedido no resgate."
            {...register('hasShare')}
          />
        }
      >
        {hasShare && <ShareField form={form} />}
      </Option>
      <Option
        box={
          <CheckboxField
            label="Exigir uma compra mínima"
            hint="O cashback só pode ser usado em compras a partir de um valor."
            {...register('hasMinPurchase')}
          />
        }
      >
        {hasMinPurchase && <AmountField form={form} name="minPurchaseCents" label="Compra mínima" />}
      </Option>
      <Option
        box={
          <CheckboxField
            label="Exigir um saldo mínimo"
            hint="O cliente só resgata quando tiver juntado esse valor."
            {...register('hasMinBalance')}
          />
        }
      >
        {hasMinBalance && <AmountField form={form} name="minBalanceCents" label="Saldo mínimo" />}
      </Option>
    </SettingsSection>
  );
}

function ShareField({ form }: { form: UseFormReturn<SettingsValues> }) {
  const share = basisPointsOf(useWatch({ control: form.control, name: 'share' }));
  const hint =
    isShare(share) === true
      ? `De uma compra de ${formatCents(EXAMPLE_CENTS)}, até ${formatCents(largestShareCents(EXAMPLE_CENTS, share))}.`
      : 'De 0,01% a 100% do valor da compra.';
  return (
    <UnitField
      label="Parte máxima da compra"
      unit="%"
      hint={hint}
      required
      error={form.formState.errors.share?.message}
      {...form.register('share', { validate: (text) => isShare(basisPointsOf(text)) })}
    />
  );
}

interface AmountFieldProps {
  form: UseFormReturn<SettingsValues>;
  name: 'minPurchaseCents' | 'minBalanceCents';
  label: string;
}

function AmountField({ form, name, label }: AmountFieldProps) {
  return (
    <Controller
      name={name}
      control={form.control}
      rules={{ validate: validBy(shape[name]) }}
      render={({ field, fieldState }) => (
        <MoneyField label={label} required error={fieldState.error?.message} {...field} />
      )}
    />
  );
}
