import { issueCashbackInput } from 'domain/inputs';
import { isPhone } from 'domain/phone';
import { errorMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { QrCode } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { MoneyField } from 'ui/money-field';
import { PhoneField } from 'ui/phone-field';
import { OfflineNote } from '../../lib/offline-note.tsx';
import { validBy } from '../../lib/valid-by.ts';
import styles from './cashback-form.module.css';
import { CashbackPreview } from './cashback-preview.tsx';
import { type IssuedCashback, type Purchase, useIssueCashback } from './use-issue-cashback.ts';

export const EMPTY_PURCHASE: Purchase = { phone: '', amountCents: 0 };

interface CashbackFormProps {
  form: UseFormReturn<Purchase>;
  onIssued: (issued: IssuedCashback) => void;
}

/** Phone, value, Enter. What was typed stays until the server has the purchase. */
export function CashbackForm({ form, onIssued }: CashbackFormProps) {
  const { notify } = useRemoteHost();
  const { merchant } = useStaffSession();
  const issue = useIssueCashback();
  const amountCents = useWatch({ control: form.control, name: 'amountCents' });

  async function record(purchase: Purchase) {
    const outcome = await issue(purchase);
    if ('issued' in outcome) {
      form.reset(EMPTY_PURCHASE);
      onIssued(outcome.issued);
    } else if ('waiting' in outcome) {
      form.reset(EMPTY_PURCHASE);
      // Once the form has its fields again.
      setTimeout(() => form.setFocus('phone'));
    } else if (isRefusal(outcome.error, 'own_phone')) {
      form.setError('phone', { message: errorMessage(outcome.error) }, { shouldFocus: true });
    }
  }

  const submit = form.handleSubmit(record, () => notify.error('Preencha todos os campos corretamente'));

  return (
    <form noValidate onSubmit={submit} className={styles.frame}>
      <Card className={styles.card}>
        <div className={styles.fields}>
          <PhoneController form={form} />
          <AmountController form={form} />
        </div>
        <div className={styles.preview}>
          <CashbackPreview amountCents={amountCents} rateBasisPoints={merchant.rateBasisPoints} />
        </div>
        <div className={styles.submit}>
          <Button
            type="submit"
            size="large"
            block
            icon={<QrCode />}
            pending={form.formState.isSubmitting}
            pendingLabel="Gerando..."
          >
            Gerar QR Code
          </Button>
          <OfflineNote>
            Sem conexão: a venda fica neste aparelho, e o QR Code aparece quando ela for enviada.
          </OfflineNote>
        </div>
      </Card>
    </form>
  );
}

function PhoneController({ form }: { form: UseFormReturn<Purchase> }) {
  /** Enter moves to the value while there is none: at a counter, Tab is not used. */
  function advance(event: KeyboardEvent<HTMLInputElement>) {
    const { phone, amountCents } = form.getValues();
    if (event.key !== 'Enter' || !isPhone(phone) || amountCents > 0) return;
    event.preventDefault();
    // Not by `setFocus`, which comes a moment later: quick fingers would add the value's first digit to the
    // phone.
    const next = event.currentTarget.form?.elements.namedItem('amountCents');
    if (next instanceof HTMLElement) next.focus();
  }

  return (
    <Controller
      name="phone"
      control={form.control}
      rules={{ validate: validBy(issueCashbackInput.shape.phone) }}
      render={({ field, fieldState }) => (
        <PhoneField
          label="Telefone do cliente"
          hint="Somente números: DDD + número"
          required
          error={fieldState.error?.message}
          onKeyDown={advance}
          {...field}
        />
      )}
    />
  );
}

function AmountController({ form }: { form: UseFormReturn<Purchase> }) {
  return (
    <Controller
      name="amountCents"
      control={form.control}
      rules={{ validate: validBy(issueCashbackInput.shape.amountCents) }}
      render={({ field, fieldState }) => (
        <MoneyField label="Valor da compra" required error={fieldState.error?.message} {...field} />
      )}
    />
  );
}
