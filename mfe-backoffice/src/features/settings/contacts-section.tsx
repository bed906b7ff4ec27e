import type { UseFormReturn } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import type { GeneralValues } from './general-settings-values.ts';

export const CONTACTS_LABELS = {
  title: 'Contatos dos clientes',
  description: 'Quem da sua equipe vê telefones e emails inteiros.',
};

/** The roles that see customers' phones and e-mails. */
export function ContactsSection({ form }: { form: UseFormReturn<GeneralValues> }) {
  return (
    <SettingsSection {...CONTACTS_LABELS}>
      <CheckboxField
        label="Ocultar telefones e emails de operadores e funcionários"
        hint="Eles veem, por exemplo, (11) *****‑**21 e encontram clientes pelo nome ou digitando o telefone completo. Gerentes, administradores e proprietários continuam vendo tudo."
        {...form.register('maskContacts')}
      />
    </SettingsSection>
  );
}
