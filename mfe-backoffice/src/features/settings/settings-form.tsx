import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues, FormState } from 'react-hook-form';
import { Button } from 'ui/button';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import styles from './settings-form.module.css';

interface SettingsFormProps<Values extends FieldValues> {
  formState: FormState<Values>;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/**
 * The form of one tab: its sections and 'Salvar'. The first error is found on the screen, for fields that a
 * box revealed stand above others but registered later: the form's own `shouldFocusError` is to be false.
 */
export function SettingsForm<Values extends FieldValues>({
  formState,
  onSubmit,
  children,
}: SettingsFormProps<Values>) {
  const { isDirty, isSubmitting, submitCount } = formState;
  const element = useRef<HTMLFormElement>(null);
  useLeaveGuard(isDirty);

  useEffect(() => {
    if (submitCount > 0 && !isSubmitting)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);

  return (
    <form ref={element} noValidate onSubmit={onSubmit} className={styles.frame}>
      <div className={styles.form}>
        {children}
        <div className={styles.actions}>
          <Button type="submit" size="large" pending={isSubmitting} pendingLabel="Salvando...">
            Salvar
          </Button>
        </div>
      </div>
    </form>
  );
}
