import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { errorMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { ApprovalDialog } from '../../lib/approval-dialog.tsx';
import { OfflineNote } from '../../lib/offline-note.tsx';
import { AmountController, PhoneController } from './cashback-fields.tsx';
import styles from './cashback-form.module.css';
import { CashbackPreview } from './cashback-preview.tsx';
import { CustomerPreview } from './customer-preview.tsx';
import type { Purchase } from './purchase.ts';
import { EMPTY_PURCHASE } from './purchase.ts';
import { type DoubtedPurchase, PurchaseDoubtDialog } from './purchase-doubt-dialog.tsx';
import { useAutoAdvance } from './use-auto-advance.ts';
import { useCustomerPreview } from './use-customer-preview.ts';
import { type IssuedCashback, isDoubt, useIssueCashback } from './use-issue-cashback.ts';

/** A purchase above the merchant's value, with the id that its approval is found by. */
interface UnapprovedPurchase {
  purchase: Purchase;
  isChecked: boolean;
  operationId: string;
}

interface CashbackFormProps {
  form: UseFormReturn<Purchase>;
  onIssued: (issued: IssuedCashback) => void;
}

/** Phone, value, Enter. What was typed stays until the server, or the outbox, has the purchase. */
export function CashbackForm({ form, onIssued }: CashbackFormProps) {
  const { notify } = useRemoteHost();
  const { merchant } = useStaffSession();
  const issue = useIssueCashback();
  const [phone, amountCents] = useWatch({ control: form.control, name: ['phone', 'amountCents'] });
  const [leftPhone, setLeftPhone] = useState('');
  const preview = useCustomerPreview(phone, leftPhone);
  const advance = useAutoAdvance(form);
  const [doubted, setDoubted] = useState<DoubtedPurchase>();
  const [unapproved, setUnapproved] = useState<UnapprovedPurchase>();

  /** Resolves to the error where the purchase was not recorded. */
  async function record(purchase: Purchase, isChecked: boolean): Promise<unknown> {
    const outcome = await issue(purchase, isChecked);
    if ('issued' in outcome) {
      setDoubted(undefined);
      setUnapproved(undefined);
      form.reset(EMPTY_PURCHASE);
      onIssued(outcome.issued);
      return undefined;
    }
    if ('waiting' in outcome) {
      setDoubted(undefined);
      setUnapproved(undefined);
      form.reset(EMPTY_PURCHASE);
      form.setFocus('phone');
      return undefined;
    }
    const { error, operationId } = outcome;
    if (isRefusal(error, 'approval_needed') && unapproved?.operationId !== operationId) {
      setDoubted(undefined);
      setUnapproved({ purchase, isChecked, operationId });
      return undefined;
    }
    if (isDoubt(error)) setDoubted({ purchase, question: errorMessage(error) });
    else if (isRefusal(error, 'own_phone'))
      form.setError('phone', { message: errorMessage(error) }, { shouldFocus: true });
    return error;
  }

  const submit = form.handleSubmit(
    async (purchase) => void (await record(purchase, false)),
    () => notify.error('Preencha todos os campos corretamente'),
  );

  function goBack() {
    setDoubted(undefined);
    setUnapproved(undefined);
    // A turn later, when the closing dialog has let go of the focus.
    setTimeout(() => form.setFocus('amountCents', { shouldSelect: true }));
  }

  return (
    <>
      <form noValidate onSubmit={submit} className={styles.frame}>
        <Card className={styles.card}>
          <div className={styles.fields}>
            <PhoneController form={form} advance={advance} onLeft={setLeftPhone} />
            <AmountController form={form} advance={advance} />
          </div>
          <div className={styles.preview}>
            <CashbackPreview amountCents={amountCents} rateBasisPoints={merchant.rateBasisPoints}>
              <CustomerPreview preview={preview} form={form} />
            </CashbackPreview>
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
      {doubted && (
        <PurchaseDoubtDialog
          doubted={doubted}
          onConfirm={() => record(doubted.purchase, true)}
          onClose={goBack}
        />
      )}
      {unapproved && (
        <ApprovalDialog
          asking={{
            kind: 'purchase',
            operationId: unapproved.operationId,
            phone: unapproved.purchase.phone,
            amountCents: unapproved.purchase.amountCents,
          }}
          what={`${formatPhone(unapproved.purchase.phone)} · ${formatCents(unapproved.purchase.amountCents)}`}
          onApproved={() => record(unapproved.purchase, unapproved.isChecked)}
          onClose={goBack}
        />
      )}
    </>
  );
}
