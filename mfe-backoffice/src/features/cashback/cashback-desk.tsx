import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { useHandedPhone } from '../../lib/handed-phone.ts';
import type { UndonePurchase } from '../../lib/undo-purchase-button.tsx';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { CashbackDialog } from './cashback-dialog.tsx';
import { CashbackForm, EMPTY_PURCHASE } from './cashback-form.tsx';
import { useCustomerCodeAddress } from './use-customer-code-address.ts';
import type { IssuedCashback, Purchase } from './use-issue-cashback.ts';

interface CashbackDeskProps {
  /** The latest purchase of a wrong number that was undone on this screen: it is typed again here. */
  undone: UndonePurchase | undefined;
  onUndone: (purchase: UndonePurchase) => void;
}

/** The counter: one purchase after the other, hands on the keyboard. */
export function CashbackDesk({ undone, onUndone }: CashbackDeskProps) {
  const phone = useHandedPhone();
  const form = useForm<Purchase>({ defaultValues: { ...EMPTY_PURCHASE, phone } });
  const [shown, setShown] = useState<IssuedCashback>();
  const [unconfirmed, setUnconfirmed] = useState<IssuedCashback>();
  useReadyFocus(shown === undefined, focusNext);
  useCustomerCodeAddress((read) => {
    form.setValue('phone', read);
    focusNext();
  });
  const retypeUndone = useEffectEvent(retype);
  useEffect(() => {
    if (undone) retypeUndone(undone);
  }, [undone]);

  /** The value where the phone is there already. */
  function focusNext() {
    form.setFocus(form.getValues('phone') === '' ? 'phone' : 'amountCents');
  }

  function show(issued: IssuedCashback) {
    setShown(issued);
    setUnconfirmed(undefined);
  }

  function close(isConfirmed: boolean) {
    setShown(undefined);
    if (!isConfirmed) setUnconfirmed(shown);
  }

  /** Only the phone was wrong. What was typed since then is not touched. */
  function retype({ id, amountCents }: UndonePurchase) {
    setShown(undefined);
    if (unconfirmed?.transactionId === id) setUnconfirmed(undefined);
    const typed = form.getValues();
    if (typed.phone !== '' || typed.amountCents > 0) return;
    form.setValue('amountCents', amountCents);
    form.setFocus('phone');
  }

  return (
    <>
      <CashbackForm form={form} onIssued={show} />
      {unconfirmed && <UnconfirmedNotice issued={unconfirmed} onShow={() => show(unconfirmed)} />}
      {shown && (
        <CashbackDialog key={shown.transactionId} issued={shown} onClose={close} onUndone={onUndone} />
      )}
    </>
  );
}

/** The purchase is recorded once, so a dialog closed too early must be within reach again. */
function UnconfirmedNotice({ issued, onShow }: { issued: IssuedCashback; onShow: () => void }) {
  return (
    <Alert
      tone="info"
      title="O último QR Code foi fechado antes da leitura"
      action={
        <Button variant="secondary" onClick={onShow}>
          Mostrar novamente
        </Button>
      }
    >
      {formatPhone(issued.phone)} · compra de {formatCents(issued.amountCents)}
    </Alert>
  );
}
