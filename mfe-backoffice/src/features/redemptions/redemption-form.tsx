import { formatCents } from 'domain/money';
import { asksPurchase } from 'domain/redemption-rules';
import { PiggyBank, QrCode, WalletMinimal } from 'lucide-react';
import type { FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { OfflineNote } from '../../lib/offline-note.tsx';
import { AmountController } from './amount-controller.tsx';
import type { FoundCustomer } from './found-customer.ts';
import { PurchaseController } from './purchase-controller.tsx';
import styles from './redemption-forms.module.css';
import { type RedemptionValues, whyNothing } from './redemption-limits.ts';
import { StepMark } from './step-mark.tsx';

interface RedemptionFormProps {
  form: UseFormReturn<RedemptionValues>;
  /** A customer was found, or is asked for again. */
  isOpen: boolean;
  /** Undefined while they are asked for again. */
  customer: FoundCustomer | undefined;
  /** The merchant's, as they came with the last customer. */
  rules: FoundCustomer['redemptionRules'] | undefined;
  onSubmit: (event: FormEvent) => void;
  /** From a customer who may not redeem on to the next one. */
  onSearchAnother: () => void;
}

/** Step 3: how much of the balance. Who has none, or not enough of it yet, gets a notice in its place. */
export function RedemptionForm({ isOpen, customer, onSearchAnother, ...props }: RedemptionFormProps) {
  const notice = customer && noticeFor(customer);
  return (
    <Card>
      <CardHeader title="Valor do Resgate" icon={<StepMark step={3} isDone={false} />} />
      {!isOpen && <p className={styles.closed}>Busque o cliente primeiro</p>}
      {notice && (
        <ScreenState
          state="empty"
          {...notice}
          action={
            <Button variant="secondary" onClick={onSearchAnother}>
              Buscar outro cliente
            </Button>
          }
        />
      )}
      {isOpen && !notice && <Fields customer={customer} {...props} />}
      <OfflineNote>Sem conexão: o resgate confere o saldo na hora e precisa de internet.</OfflineNote>
    </Card>
  );
}

function Fields({
  form,
  customer,
  rules,
  onSubmit,
}: Omit<RedemptionFormProps, 'isOpen' | 'onSearchAnother'>) {
  return (
    <form noValidate onSubmit={onSubmit} className={styles.form}>
      {rules && asksPurchase(rules) && <PurchaseController form={form} customer={customer} rules={rules} />}
      <AmountController form={form} customer={customer} />
      <Button
        type="submit"
        size="large"
        block
        variant={customer ? 'primary' : 'secondary'}
        icon={<QrCode />}
        pending={form.formState.isSubmitting}
        pendingLabel="Gerando..."
      >
        Gerar QR Code de Resgate
      </Button>
    </form>
  );
}

/** The reason why there is nothing to redeem, longer than the toast's; undefined where there is. */
function noticeFor(customer: FoundCustomer) {
  const { availableCents, redemptionRules } = customer;
  if (availableCents <= 0) {
    return {
      icon: <WalletMinimal />,
      title: 'Cliente sem saldo',
      description: 'Este cliente ainda não tem saldo disponível para resgatar.',
    };
  }
  const title = whyNothing(customer);
  if (title === undefined) return undefined;
  const missingCents = (redemptionRules.minBalanceCents ?? 0) - availableCents;
  return {
    icon: <PiggyBank />,
    title,
    description: `Este cliente tem ${formatCents(availableCents)} disponíveis: faltam ${formatCents(missingCents)}.`,
  };
}
