import { saveGeneralSettingsInput } from 'domain/merchant-inputs';
import { INACTIVITY_MONTHS, INACTIVITY_NOTICE_DAYS } from 'domain/retention';
import type { UseFormReturn } from 'react-hook-form';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { type GeneralValues, monthsOf } from './general-settings-values.ts';
import { UnitField } from './unit-field.tsx';

const isMonths = validBy(saveGeneralSettingsInput.shape.inactivityMonths.unwrap());

/** After how long the data of customers without movement goes. */
export function InactivitySection({ form: { register, formState } }: { form: UseFormReturn<GeneralValues> }) {
  return (
    <SettingsSection
      title="Clientes sem movimento"
      description="Quem não compra há muito tempo não fica guardado para sempre."
    >
      <UnitField
        label="Apagar depois de"
        unit="meses"
        hint={`De ${INACTIVITY_MONTHS.least} a ${INACTIVITY_MONTHS.most} sem compra, resgate ou correção. O aviso vem ${INACTIVITY_NOTICE_DAYS} dias antes, por email, se houver; se o cliente não voltar, dados e saldo são apagados.`}
        required
        error={formState.errors.inactivityMonths?.message}
        {...register('inactivityMonths', { validate: (text) => isMonths(monthsOf(text)) })}
      />
    </SettingsSection>
  );
}
