import { cashbackCents, type EarningRule, earningRate, formatCents, formatRate } from 'domain/money';
import { issueTrialInput } from 'domain/trial-inputs';
import { useStaffSession } from 'federation/remote-host';
import { QrCode } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { MoneyField } from 'ui/money-field';
import { PhoneField, usePhoneDoubt } from 'ui/phone-field';
import { noCashbackMessage } from '../../lib/no-cashback.ts';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { validBy } from '../../lib/valid-by.ts';
import styles from './trial-form.module.css';
import { type IssuedTrial, type Trial, useIssueTrial } from './use-issue-trial.ts';

const EXAMPLE_CENTS = 10_000;
const { shape } = issueTrialInput;

interface TrialFormProps {
  /** False while a code is shown over it. */
  isReady: boolean;
  onIssued: (issued: IssuedTrial) => void;
}

/** The phone is known where the profile has one; the value is an example that can be changed. */
export function TrialForm({ isReady, onIssued }: TrialFormProps) {
  const { employee, merchant } = useStaffSession();
  const leastCents = merchant.earningMinPurchaseCents ?? 0;
  const issue = useIssueTrial();
  const askAboutPhone = usePhoneDoubt(employee.phone ?? '');
  const { control, handleSubmit, setError, setFocus, formState } = useForm<Trial>({
    defaultValues: { phone: employee.phone ?? '', amountCents: Math.max(EXAMPLE_CENTS, leastCents) },
  });

  useReadyFocus(isReady, () => setFocus('phone'));

  const submit = handleSubmit(async (trial) => {
    const question = askAboutPhone(trial.phone);
    if (question) return setError('phone', { message: question }, { shouldFocus: true });
    const issued = await issue(trial);
    if (issued) onIssued(issued);
  });

  return (
    <Card className={styles.card}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <Controller
          name="phone"
          control={control}
          rules={{ validate: validBy(shape.phone) }}
          render={({ field, fieldState }) => (
            <PhoneField
              label="Seu telefone"
              hint="Somente números: DDD + número"
              autoComplete="tel-national"
              required
              error={fieldState.error?.message}
              {...field}
            />
          )}
        />
        <Controller
          name="amountCents"
          control={control}
          rules={{
            validate: {
              amount: validBy(shape.amountCents),
              // There would be no code to try.
              least: (cents: number) => cents >= leastCents || noCashbackMessage(cents, leastCents),
            },
          }}
          render={({ field, fieldState }) => (
            <MoneyField
              label="Valor da compra"
              hint={hintOf(field.value, merchant)}
              required
              error={fieldState.error?.message}
              {...field}
            />
          )}
        />
        <Button
          type="submit"
          size="large"
          icon={<QrCode />}
          pending={formState.isSubmitting}
          pendingLabel="Gerando..."
        >
          Gerar QR Code de teste
        </Button>
      </form>
    </Card>
  );
}

function hintOf(amountCents: number, rule: EarningRule): string {
  const rate = earningRate(amountCents, rule);
  return rate === 0
    ? noCashbackMessage(amountCents, rule.earningMinPurchaseCents)
    : `Cashback de ${formatCents(cashbackCents(amountCents, rate))} (${formatRate(rate)})`;
}
