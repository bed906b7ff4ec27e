import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { useHandedPhone } from '../../lib/handed-phone.ts';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { CashbackDialog } from './cashback-dialog.tsx';
import { CashbackForm, EMPTY_PURCHASE } from './cashback-form.tsx';
import type { IssuedCashback, Purchase } from './use-issue-cashback.ts';

/** The counter: one purchase after the other, hands on the keyboard. */
export function CashbackDesk() {
  const phone = useHandedPhone();
  const form = useForm<Purchase>({ defaultValues: { ...EMPTY_PURCHASE, phone } });
  const [shown, setShown] = useState<IssuedCashback>();
  const [unconfirmed, setUnconfirmed] = useState<IssuedCashback>();
  useReadyFocus(shown === undefined, () => form.setFocus('phone'));

  function show(issued: IssuedCashback) {
    setShown(issued);
    setUnconfirmed(undefined);
  }

  function close(isConfirmed: boolean) {
    setShown(undefined);
    if (!isConfirmed) setUnconfirmed(shown);
  }

  return (
    <>
      <CashbackForm form={form} onIssued={show} />
      {unconfirmed && <UnconfirmedNotice issued={unconfirmed} onShow={() => show(unconfirmed)} />}
      {shown && <CashbackDialog key={shown.transactionId} issued={shown} onClose={close} />}
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
