import { isDay, NO_DAY, type Period } from 'domain/report-periods';
import { useRemoteHost } from 'federation/remote-host';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { DateField } from 'ui/date-field';
import { MoneyField } from 'ui/money-field';
import styles from './spend-form.module.css';
import { type NewSpend, useAddSpend } from './use-add-spend.ts';

interface SpendFormProps {
  period: Period;
  /** The day it is where the merchant is. */
  today: string;
}

/** The form for an investment and its day. Its values stay until the server has stored them. */
export function SpendForm({ period, today }: SpendFormProps) {
  const { notify } = useRemoteHost();
  const [values, setValues] = useState<NewSpend>({ amountCents: 0, date: today });
  const [errors, setErrors] = useState<Partial<Record<keyof NewSpend, string>>>({});
  const { add, isPending } = useAddSpend();
  const fields = { amountCents: useRef<HTMLInputElement>(null), date: useRef<HTMLInputElement>(null) };

  function change(changed: Partial<NewSpend>) {
    setValues({ ...values, ...changed });
    setErrors({});
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemOf(values);
    if (problem) {
      setErrors({ [problem.field]: problem.message });
      notify.error(problem.message);
      fields[problem.field].current?.focus();
    } else if (await add(values)) {
      setValues({ ...values, amountCents: 0 });
    }
  }

  return (
    <form noValidate onSubmit={submit} className={styles.form} aria-label="Adicionar investimento">
      <div className={styles.fields}>
        <MoneyField
          label="Valor investido"
          ref={fields.amountCents}
          value={values.amountCents}
          onChange={(amountCents) => change({ amountCents })}
          error={errors.amountCents}
          readOnly={isPending}
          required
        />
        <DateField
          label="Data"
          ref={fields.date}
          value={values.date}
          onChange={(date) => change({ date })}
          today={today}
          error={errors.date}
          readOnly={isPending}
          required
        />
      </div>
      <p className={styles.hint}>
        {isWithin(values.date, period)
          ? 'Entra nos números do período escolhido.'
          : 'Fica fora do período escolhido.'}
      </p>
      <Button type="submit" icon={<Plus />} pending={isPending} pendingLabel="Adicionando..." block>
        Adicionar investimento
      </Button>
    </form>
  );
}

/** The server's rules and messages; the field itself accepts no amount above the limit. */
function problemOf({ amountCents, date }: NewSpend): { field: keyof NewSpend; message: string } | undefined {
  if (amountCents <= 0) return { field: 'amountCents', message: 'Insira um valor válido' };
  return isDay(date) ? undefined : { field: 'date', message: NO_DAY };
}

function isWithin(date: string, { from, to }: Period): boolean {
  return from <= date && date <= to;
}
