import { useForm } from 'react-hook-form';
import { trpc } from '../../lib/trpc.ts';
import { type CashbackSettings, inputOf, type SettingsValues, valuesOf } from './cashback-settings-values.ts';
import { DatesSection } from './dates-section.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { ProgramSection } from './program-section.tsx';
import { ProofSection } from './proof-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useSaveSettings } from './use-save-settings.ts';

export function CashbackSettingsForm({ settings }: { settings: CashbackSettings }) {
  const form = useForm<SettingsValues>({ defaultValues: valuesOf(settings), shouldFocusError: false });
  const save = useSaveSettings(form, trpc.merchants.saveCashbackSettings.useMutation().mutateAsync);

  const submit = form.handleSubmit(async (values) => {
    const saved = await save(inputOf(values));
    if (saved) form.reset(valuesOf(saved));
  });

  return (
    <SettingsForm formState={form.formState} onSubmit={submit}>
      <ProgramSection form={form} />
      <DatesSection form={form} />
      <RulesSection form={form} />
      <ProofSection form={form} />
      <DocumentsSection />
    </SettingsForm>
  );
}
