import { useForm } from 'react-hook-form';
import { usePhoneDoubt } from 'ui/phone-field';
import { trpc } from '../../lib/trpc.ts';
import { ApprovalSection, QuestionSection } from './approval-section.tsx';
import { BrandSection } from './brand-section.tsx';
import { ContactsSection } from './contacts-section.tsx';
import { EstablishmentSection } from './establishment-section.tsx';
import {
  type GeneralSettings,
  type GeneralValues,
  generalInputOf,
  generalValuesOf,
} from './general-settings-values.ts';
import { InactivitySection } from './inactivity-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { ReportsSection } from './reports-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TermsSection } from './terms-section.tsx';
import { useSaveSettings } from './use-save-settings.ts';

export function GeneralSettingsForm({ settings }: { settings: GeneralSettings }) {
  const form = useForm<GeneralValues>({ defaultValues: generalValuesOf(settings), shouldFocusError: false });
  const askAboutPhone = usePhoneDoubt(settings.phone);
  const save = useSaveSettings(form, trpc.merchants.saveGeneralSettings.useMutation().mutateAsync);

  const submit = form.handleSubmit(async (values) => {
    const question = askAboutPhone(values.phone);
    if (question) return form.setError('phone', { message: question }, { shouldFocus: true });
    const saved = await save(generalInputOf(values));
    if (saved) form.reset(generalValuesOf(saved));
  });

  return (
    <SettingsForm formState={form.formState} onSubmit={submit}>
      <EstablishmentSection form={form} email={settings.email} />
      <LogoSection name={settings.name} storedUrl={settings.logoUrl} />
      <BrandSection form={form} />
      <ContactsSection form={form} />
      <InactivitySection form={form} />
      <ReportsSection form={form} />
      <QuestionSection form={form} />
      <ApprovalSection form={form} />
      <TermsSection />
    </SettingsForm>
  );
}
