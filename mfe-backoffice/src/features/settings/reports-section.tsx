import type { UseFormReturn } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import type { GeneralValues } from './general-settings-values.ts';

export const REPORTS_LABELS = {
  title: 'Números da loja',
  description: 'Quem da sua equipe vê quanto a loja vende.',
};

/** The roles that see revenue, reports and the team's numbers. */
export function ReportsSection({ form }: { form: UseFormReturn<GeneralValues> }) {
  return (
    <SettingsSection {...REPORTS_LABELS}>
      <CheckboxField
        label="Ocultar faturamento e relatórios de operadores e funcionários"
        hint="Eles deixam de ver o faturamento, os relatórios e o ranking da equipe; o Dashboard mostra a cada um só o próprio dia. Gerentes, administradores e proprietários continuam vendo tudo."
        {...form.register('hideReports')}
      />
    </SettingsSection>
  );
}
