import { saveCashbackSettingsInput } from 'domain/cashback-settings';
import { cashbackCents, formatCents } from 'domain/money';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { MoneyField } from 'ui/money-field';
import { TextField } from 'ui/text-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { basisPointsOf, type SettingsValues } from './cashback-settings-values.ts';
import { UnitField } from './unit-field.tsx';

const { shape } = saveCashbackSettingsInput;
const isName = validBy(shape.programName);
const isRate = validBy(shape.rateBasisPoints);
const isLeast = validBy(shape.earningMinPurchaseCents);
const EXAMPLE_CENTS = 10_000;

/** The program's name, its rate and the least purchase that earns. */
export function ProgramSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { errors } = form.formState;
  const { control } = form;
  const [typedRate, least] = useWatch({ control, name: ['rate', 'earningMinPurchaseCents'] });
  const rate = basisPointsOf(typedRate);
  const exampleCents = Math.max(EXAMPLE_CENTS, least);
  const example =
    isRate(rate) === true
      ? `Uma compra de ${formatCents(exampleCents)} rende ${formatCents(cashbackCents(exampleCents, rate))}.`
      : 'De 0,1% a 100%, com até duas casas decimais.';
  return (
    <SettingsSection title="Programa" description="O que seus clientes veem e quanto eles ganham.">
      <TextField
        label="Nome do programa"
        hint="Aparece na página de saldo do cliente."
        required
        autoComplete="off"
        error={errors.programName?.message}
        {...form.register('programName', { validate: isName })}
      />
      <UnitField
        label="Percentual de cashback"
        unit="%"
        hint={example}
        required
        error={errors.rate?.message}
        {...form.register('rate', { validate: (text) => isRate(basisPointsOf(text)) })}
      />
      <Controller
        name="earningMinPurchaseCents"
        control={control}
        rules={{ validate: isLeast }}
        render={({ field, fieldState }) => (
          <MoneyField
            label="Compra mínima para ganhar"
            hint="Abaixo disso a compra é registrada e conta, mas não rende cashback. Vazio: toda compra rende."
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
    </SettingsSection>
  );
}
