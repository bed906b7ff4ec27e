import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import styles from './cashback-settings-form.module.css';
import { type CashbackSettings, type SettingsValues, valuesOf } from './cashback-settings-values.ts';
import { DatesSection } from './dates-section.tsx';
import { ProgrammeSection } from './programme-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { useSaveCashbackSettings } from './use-save-cashback-settings.ts';

export function CashbackSettingsForm({ settings }: { settings: CashbackSettings }) {
  // The first error is found on the screen: fields that a box revealed stand above others but registered later.
  const form = useForm<SettingsValues>({ defaultValues: valuesOf(settings), shouldFocusError: false });
  const { isSubmitting, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const save = useSaveCashbackSettings();

  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  const submit = form.handleSubmit(async (values) => {
    const saved = await save(values);
    if (saved) form.reset(valuesOf(saved));
  });

  return (
    <form ref={element} noValidate onSubmit={submit} className={styles.frame}>
      <div className={styles.form}>
        <ProgrammeSection form={form} />
        <DatesSection form={form} />
        <RulesSection form={form} />
        <div className={styles.actions}>
          <Button type="submit" size="large" pending={isSubmitting} pendingLabel="Salvando...">
            Salvar
          </Button>
        </div>
      </div>
    </form>
  );
}
