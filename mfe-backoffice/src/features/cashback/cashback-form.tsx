import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { readPhone } from 'domain/read-phone';
import { errorMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { QrCode } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { Chip } from 'ui/chip';
import { usePhoneDoubt } from 'ui/phone-field';
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

/** Asked where more digits were typed than the value holds. */
const IS_PHONE = 'Isto parece um telefone. É o valor?';

/** Asked where eleven digits were typed; ten are asked about anyway. */
const STORED_WITHOUT_NINE = 'Este cliente tem cadastro sem o 9 depois do DDD';

interface CashbackFormProps {
  form: UseFormReturn<Purchase>;
  /** Typed on an earlier visit, perhaps for a customer who is gone. */
  typedEarlier: Purchase | undefined;
  onIssued: (issued: IssuedCashback) => void;
}

/** Phone, value, Enter. What was typed stays until the server, or the outbox, has the purchase. */
export function CashbackForm({ form, typedEarlier, onIssued }: CashbackFormProps) {
  const { notify } = useRemoteHost();
  const { merchant } = useStaffSession();
  const issue = useIssueCashback();
  const [phone, amountCents] = useWatch({ control: form.control, name: ['phone', 'amountCents'] });
  const [leftPhone, setLeftPhone] = useState('');
  const preview = useCustomerPreview(phone, leftPhone);
  const storedPhone = preview.status === 'found' ? preview.storedPhone : undefined;
  const askAboutPhone = usePhoneDoubt();
  const advance = useAutoAdvance(form);
  const [doubted, setDoubted] = useState<DoubtedPurchase>();
  const [unapproved, setUnapproved] = useState<UnapprovedPurchase>();
  /** The value in which more digits were typed than it holds. */
  const overfullCents = useRef<number>(undefined);

  /** Resolves to the error where the purchase was not recorded. */
  async function record(purchase: Purchase, isChecked: boolean): Promise<unknown> {
    const outcome = await issue(purchase, isChecked);
    if ('issued' in outcome) {
      beginNext();
      onIssued(outcome.issued);
      return undefined;
    }
    if ('waiting' in outcome) {
      // The form has its fields again only once it is drawn.
      flushSync(beginNext);
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

  /** A number that a customer has as it was typed is right. */
  function phoneQuestion(typed: string): string | undefined {
    if (preview.status === 'found' && storedPhone === undefined) return undefined;
    return askAboutPhone(typed, storedPhone?.length === 10 ? STORED_WITHOUT_NINE : undefined);
  }

  function beginNext() {
    setDoubted(undefined);
    setUnapproved(undefined);
    form.reset(EMPTY_PURCHASE);
  }

  const submit = form.handleSubmit(
    async (typed) => {
      const purchase = { ...typed, phone: readPhone(typed.phone).digits ?? typed.phone };
      const question = phoneQuestion(purchase.phone);
      if (question) form.setError('phone', { type: 'doubt', message: question }, { shouldFocus: true });
      else if (purchase.amountCents === overfullCents.current) setDoubted({ purchase, question: IS_PHONE });
      else await record(purchase, false);
    },
    () => notify.error('Preencha todos os campos corretamente'),
  );

  /** Our own question is answered, the server's are still to come. */
  async function confirmDoubted({ purchase, question }: DoubtedPurchase): Promise<unknown> {
    if (question !== IS_PHONE) return await record(purchase, true);
    overfullCents.current = undefined;
    const error = await record(purchase, false);
    return isDoubt(error) ? undefined : error;
  }

  function resume(purchase: Purchase) {
    flushSync(() => form.reset(purchase));
    form.setFocus('amountCents', { shouldSelect: true });
  }

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
            <PhoneController form={form} advance={advance} onLeft={setLeftPhone} storedPhone={storedPhone} />
            {typedEarlier && (
              <div>
                <Chip isPressed={false} onClick={() => resume(typedEarlier)}>
                  Continuar {formatPhone(typedEarlier.phone)}?
                </Chip>
              </div>
            )}
            <AmountController
              form={form}
              advance={advance}
              onAboveMax={() => {
                overfullCents.current = form.getValues('amountCents');
              }}
            />
          </div>
          <div className={styles.preview}>
            <CashbackPreview amountCents={amountCents} rule={merchant}>
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
          key={doubted.question}
          doubted={doubted}
          onConfirm={() => confirmDoubted(doubted)}
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
