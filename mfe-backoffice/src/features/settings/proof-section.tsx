import { amountCents } from 'domain/fields';
import { REDEMPTION_PROOF_LABELS, REDEMPTION_PROOFS, type RedemptionProof } from 'domain/proof';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { ChoiceField } from 'ui/choice-field';
import { MoneyField } from 'ui/money-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import type { SettingsValues } from './cashback-settings-values.ts';

const DETAILS: Record<RedemptionProof, string> = {
  never: 'Quem abre o QR Code confirma.',
  above: 'Só os resgates maiores pedem a prova.',
  always: 'Todo resgate pede a prova.',
};

const OPTIONS = REDEMPTION_PROOFS.map((value) => ({
  value,
  label: REDEMPTION_PROOF_LABELS[value],
  detail: DETAILS[value],
}));

/** What customers have to prove, and when. */
export function ProofSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { control, register } = form;
  const redemptionProof = useWatch({ control, name: 'redemptionProof' });
  return (
    <SettingsSection
      title="Prova de que é o cliente"
      description="O primeiro celular que confirma um código passa a ser conhecido por 180 dias. Em outro, o cliente usa um PIN ou um código por email, que valem por um dia. Quem já é cliente fica conhecido na próxima confirmação."
    >
      <CheckboxField
        label="Extrato protegido"
        hint="Sem a prova, a página do saldo mostra só o programa e a loja."
        {...register('statementProtected')}
      />
      <ChoiceField label="Prova no resgate" options={OPTIONS} {...register('redemptionProof')} />
      {redemptionProof === 'above' && (
        <Controller
          name="redemptionProofAboveCents"
          control={control}
          rules={{ validate: validBy(amountCents) }}
          render={({ field, fieldState }) => (
            <MoneyField label="Acima de" required error={fieldState.error?.message} {...field} />
          )}
        />
      )}
    </SettingsSection>
  );
}
