import { amountCents } from 'domain/fields';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { MoneyField } from 'ui/money-field';
import { Option, SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import type { GeneralValues } from './general-settings-values.ts';

const isAmount = validBy(amountCents);

const APPROVALS = [
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

const QUESTION = {
  box: 'hasQuestionLimit',
  cents: 'askPurchasesAboveCents',
  label: 'Perguntar no caixa acima de um valor',
  amountLabel: 'Perguntar acima de',
  hint: 'Enquanto há poucas compras para saber qual é a comum. Depois, a pergunta vem acima de dez vezes a comum.',
} as const;

interface SectionProps {
  form: UseFormReturn<GeneralValues>;
}

/** Above which values another has to approve. All off: no movement waits. */
export function ApprovalSection({ form }: SectionProps) {
  return (
    <SettingsSection
      title="Aprovação"
      description="O que passa do valor espera até 15 minutos por outra pessoa e não conta antes. Chaves de API não esperam."
    >
      {APPROVALS.map((limit) => (
        <Limit key={limit.box} form={form} {...limit} />
      ))}
    </SettingsSection>
  );
}

/** The value above which the counter asks, as long as no usual purchase is known. */
export function QuestionSection({ form }: SectionProps) {
  return (
    <SettingsSection
      title="Conferência do valor"
      description="Antes de registrar uma compra alta, a tela do caixa pergunta se o valor está certo."
    >
      <Limit form={form} {...QUESTION} />
    </SettingsSection>
  );
}

type LimitProps = SectionProps & ((typeof APPROVALS)[number] | typeof QUESTION);

/** The box that switches a value on, and the value. */
function Limit({ form, box, cents, label, amountLabel, hint }: LimitProps) {
  const isOn = useWatch({ control: form.control, name: box });
  return (
    <Option box={<CheckboxField label={label} hint={hint} {...form.register(box)} />}>
      {isOn && (
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
  );
}
