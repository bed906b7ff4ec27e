import { amountCents } from 'domain/fields';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { MoneyField } from 'ui/money-field';
import { Option, SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import type { GeneralValues } from './general-settings-values.ts';

const isAmount = validBy(amountCents);

const LIMITS = [
  {
    box: 'hasPurchaseLimit',
    cents: 'approvePurchasesAboveCents',
    label: 'Aprovar compras acima de um valor',
    amountLabel: 'Compras acima de',
    hint: 'De operadores e funcionários. Um gerente, administrador ou proprietário aprova.',
  },
  {
    box: 'hasRedemptionLimit',
    cents: 'approveRedemptionsAboveCents',
    label: 'Aprovar resgates acima de um valor',
    amountLabel: 'Resgates acima de',
    hint: 'De operadores e funcionários. Um gerente, administrador ou proprietário aprova.',
  },
  {
    box: 'hasCorrectionLimit',
    cents: 'approveCorrectionsAboveCents',
    label: 'Aprovar ajustes de saldo acima de um valor',
    amountLabel: 'Ajustes acima de',
    hint: 'De gerentes, para mais ou para menos. Um administrador ou proprietário aprova.',
  },
] as const;

/** Above which values another has to approve. All off: no movement waits. */
export function ApprovalSection({ form }: { form: UseFormReturn<GeneralValues> }) {
  const checked = useWatch({ control: form.control, name: LIMITS.map(({ box }) => box) });
  return (
    <SettingsSection
      title="Aprovação"
      description="O que passa do valor espera até 15 minutos por outra pessoa e não conta antes. Chaves de API não esperam."
    >
      {LIMITS.map(({ box, cents, label, amountLabel, hint }, index) => (
        <Option key={box} box={<CheckboxField label={label} hint={hint} {...form.register(box)} />}>
          {checked[index] && (
            <Controller
              name={cents}
              control={form.control}
              rules={{ validate: isAmount }}
              render={({ field, fieldState }) => (
                <MoneyField label={amountLabel} required error={fieldState.error?.message} {...field} />
              )}
            />
          )}
        </Option>
      ))}
    </SettingsSection>
  );
}
