import { saveCashbackSettingsInput } from 'domain/cashback-settings';
import { cashbackCents, formatCents } from 'domain/money';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { TextField } from 'ui/text-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { basisPointsOf, type SettingsValues } from './cashback-settings-values.ts';
import { UnitField } from './unit-field.tsx';

const { shape } = saveCashbackSettingsInput;
const isName = validBy(shape.programName);
const isRate = validBy(shape.rateBasisPoints);
const EXAMPLE_CENTS = 10_000;

/** The program's name and rate. */
export function ProgramSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { errors } = form.formState;
  const rate = basisPointsOf(useWatch({ control: form.control, name: 'rate' }));
  const example =
    isRate(rate) === true
      ? `Uma compra de ${formatCents(EXAMPLE_CENTS)} rende ${formatCents(cashbackCents(EXAMPLE_CENTS, rate))}.`
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
    </SettingsSection>
  );
}
