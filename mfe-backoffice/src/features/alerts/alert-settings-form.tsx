import { alertSettingsInput } from 'domain/alert-inputs';
import { ALERT_SETTING_LABELS, type AlertSettings } from 'domain/alerts';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { MoneyField } from 'ui/money-field';
import { TextField } from 'ui/text-field';
import { trpc } from '../../lib/trpc.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { validBy } from '../../lib/valid-by.ts';
import { AlertEffect } from './alert-effect.tsx';
import styles from './alerts.module.css';

type Name = keyof AlertSettings;

const SECTIONS: readonly { title: string; fields: readonly Name[] }[] = [
  {
    title: 'Muito acima do comum',
    fields: ['employeeTimes', 'employeeFloorCents', 'customerTimes', 'customerFloorCents'],
  },
  { title: 'Um mesmo cliente', fields: ['purchasesADay', 'apartMinutes', 'redeemedMinutes'] },
  {
    title: 'Aparelhos, estornos e horários',
    fields: ['deviceCustomers', 'reversalsAWeek', 'correctionsAWeekCents', 'nightMovements'],
  },
];

/** The thresholds, and what they would have found. */
export function AlertSettingsForm({
  settings,
  initial,
}: {
  settings: AlertSettings;
  initial: AlertSettings;
}) {
  const { notify } = useRemoteHost();
  const { alerts } = trpc.useUtils();
  const { mutateAsync } = trpc.alerts.saveSettings.useMutation();
  const form = useForm<AlertSettings>({ defaultValues: settings, mode: 'onTouched' });
  const { errors, isDirty, isSubmitting } = form.formState;
  const values = form.watch();
  useLeaveGuard(isDirty);

  async function save(saved: AlertSettings) {
    try {
      await mutateAsync(saved);
    } catch (error) {
      return form.setError('root', {
        message: failureMessage(error, 'Erro ao salvar os limites. Tente novamente.'),
      });
    }
    form.reset(saved);
    notify.success('Limites salvos!');
    await alerts.settings.invalidate();
  }

  return (
    <form className={styles.list} noValidate onSubmit={form.handleSubmit(save)}>
      {SECTIONS.map(({ title, fields }) => (
        <Card key={title}>
          <fieldset className={styles.section}>
            <legend className={styles.title}>{title}</legend>
            <div className={styles.fields}>
              {fields.map((name) => (
                <Threshold key={name} name={name} form={form} />
              ))}
            </div>
          </fieldset>
        </Card>
      ))}
      <AlertEffect saved={settings} typed={values} />
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className={styles.actions}>
        <Button type="submit" pending={isSubmitting} pendingLabel="Salvando...">
          Salvar limites
        </Button>
        <Button variant="secondary" onClick={() => form.reset(initial, { keepDefaultValues: true })}>
          Voltar aos limites iniciais
        </Button>
      </div>
    </form>
  );
}

function Threshold({ name, form }: { name: Name; form: UseFormReturn<AlertSettings> }) {
  return (
    <Controller
      name={name}
      control={form.control}
      rules={{ validate: validBy(alertSettingsInput.shape[name]) }}
      render={({ field, fieldState }) =>
        name.endsWith('Cents') ? (
          <MoneyField
            {...field}
            label={ALERT_SETTING_LABELS[name]}
            required
            error={fieldState.error?.message}
          />
        ) : (
          <TextField
            {...field}
            value={Number.isNaN(field.value) ? '' : String(field.value)}
            onChange={(event) => field.onChange(wholeNumber(event.target.value))}
            inputMode="numeric"
            label={ALERT_SETTING_LABELS[name]}
            required
            error={fieldState.error?.message}
          />
        )
      }
    />
  );
}

/** NaN shows an empty field. */
function wholeNumber(text: string): number {
  const digits = text.replace(/\D/g, '').slice(0, 6);
  return digits === '' ? Number.NaN : Number(digits);
}
