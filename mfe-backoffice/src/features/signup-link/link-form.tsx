import { saveLinkSettingsInput } from 'domain/link-settings';
import { useForm, useWatch } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { TextField } from 'ui/text-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { validBy } from '../../lib/valid-by.ts';
import { type LinkValues, previewOf, valuesOf } from './link-form-values.ts';
import type { LinkSettings } from './link-settings.ts';
import { FORM_LABELS } from './section-labels.ts';
import styles from './signup-link.module.css';
import { useSaveLinkSettings } from './use-save-link-settings.ts';

const { shape } = saveLinkSettingsInput;
const isSlug = validBy(shape.slug);
const isDomain = validBy(shape.customDomain);

/** How the link ends, and under which domain it stands. */
export function LinkForm({ settings }: { settings: LinkSettings }) {
  const form = useForm<LinkValues>({ defaultValues: valuesOf(settings) });
  const { errors, isDirty, isSubmitting } = form.formState;
  const save = useSaveLinkSettings(form);
  useLeaveGuard(isDirty);
  const preview = previewOf(settings, useWatch({ control: form.control }));

  return (
    <SettingsSection {...FORM_LABELS}>
      <form noValidate onSubmit={form.handleSubmit(save)} className={styles.sections}>
        <TextField
          label="Endereço do link"
          hint={<span aria-live="polite">{preview.hint}</span>}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.slug?.message}
          {...form.register('slug', { validate: isSlug })}
        />
        {preview.changesSlug && (
          <Alert tone="info">
            Cartazes e QR Codes que você já imprimiu continuam funcionando: o endereço atual ({settings.slug})
            segue levando à sua loja.
          </Alert>
        )}
        <TextField
          label="Domínio próprio"
          hint="Opcional. Um subdomínio da sua loja, como cashback.sualoja.com.br."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          error={errors.customDomain?.message}
          {...form.register('customDomain', { validate: isDomain })}
        />
        {preview.leavesDomain !== undefined && (
          <Alert tone="warning">
            Links e QR Codes com {preview.leavesDomain} deixam de funcionar assim que você salvar.
          </Alert>
        )}
        <div className={styles.actions}>
          <Button type="submit" size="large" pending={isSubmitting} pendingLabel="Salvando...">
            Salvar
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}
