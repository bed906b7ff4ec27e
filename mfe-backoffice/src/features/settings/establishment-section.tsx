import { saveGeneralSettingsInput } from 'domain/merchant-inputs';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { PhoneField } from 'ui/phone-field';
import { TextField } from 'ui/text-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import type { GeneralValues } from './general-settings-values.ts';

const { shape } = saveGeneralSettingsInput;

/** The merchant's name and contacts. */
export function EstablishmentSection({ form, email }: { form: UseFormReturn<GeneralValues>; email: string }) {
  const { errors } = form.formState;
  return (
    <SettingsSection title="Estabelecimento" description="Como seus clientes reconhecem e encontram a loja.">
      <TextField
        label="Nome do estabelecimento"
        required
        autoComplete="organization"
        error={errors.name?.message}
        {...form.register('name', { validate: validBy(shape.name) })}
      />
      <Controller
        name="phone"
        control={form.control}
        rules={{ validate: validBy(shape.phone) }}
        render={({ field, fieldState }) => (
          <PhoneField
            label="Telefone"
            required
            autoComplete="tel-national"
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
      <TextField
        label="Endereço"
        required
        autoComplete="street-address"
        error={errors.address?.message}
        {...form.register('address', { validate: validBy(shape.address) })}
      />
      <TextField label="Email" type="email" readOnly value={email} hint="Email não pode ser alterado" />
    </SettingsSection>
  );
}
