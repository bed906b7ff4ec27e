import type { ApiOutputs } from 'api/contract';
import { saveMarketingSettingsInput } from 'domain/merchant-inputs';
import { useForm } from 'react-hook-form';
import { PasswordField } from 'ui/password-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { trpc } from '../../lib/trpc.ts';
import { validBy } from '../../lib/valid-by.ts';
import { TAGS_LABELS } from './marketing-labels.ts';
import { SettingsForm } from './settings-form.tsx';
import { useSaveSettings } from './use-save-settings.ts';

type MarketingSettings = ApiOutputs['merchants']['marketingSettings'];
/** No id is empty text. */
type MarketingValues = Record<keyof MarketingSettings, string>;

const { shape } = saveMarketingSettingsInput;

const valuesOf = (settings: MarketingSettings): MarketingValues => ({
  gtmId: settings.gtmId ?? '',
  metaPixelId: settings.metaPixelId ?? '',
});

export function MarketingSettingsForm({ settings }: { settings: MarketingSettings }) {
  const form = useForm<MarketingValues>({ defaultValues: valuesOf(settings), shouldFocusError: false });
  const { errors } = form.formState;
  const save = useSaveSettings(form, trpc.merchants.saveMarketingSettings.useMutation().mutateAsync);

  const submit = form.handleSubmit(async (values) => {
    const saved = await save(values);
    if (saved) form.reset(valuesOf(saved));
  });

  return (
    <SettingsForm formState={form.formState} onSubmit={submit}>
      <SettingsSection {...TAGS_LABELS}>
        <PasswordField
          label="ID do Google Tag Manager"
          secretName="ID do Google Tag Manager"
          hint="Fica no alto da página do contêiner em tagmanager.google.com: GTM-XXXXXXX."
          placeholder="GTM-XXXXXXX"
          autoComplete="off"
          error={errors.gtmId?.message}
          {...form.register('gtmId', { validate: validBy(shape.gtmId) })}
        />
        <PasswordField
          label="ID do pixel da Meta"
          secretName="ID do pixel da Meta"
          hint="Fica no Gerenciador de Eventos da Meta, em Configurações: 15 ou 16 números."
          placeholder="123456789012345"
          autoComplete="off"
          inputMode="numeric"
          error={errors.metaPixelId?.message}
          {...form.register('metaPixelId', { validate: validBy(shape.metaPixelId) })}
        />
      </SettingsSection>
    </SettingsForm>
  );
}
