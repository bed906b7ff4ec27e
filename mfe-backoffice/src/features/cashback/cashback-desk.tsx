import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import { CashbackDialog } from './cashback-dialog.tsx';
import { CashbackForm, EMPTY_PURCHASE } from './cashback-form.tsx';
import { readDraft, writeDraft } from './draft.ts';
import { OutboxCard } from './outbox-card.tsx';
import type { IssuedCashback, Purchase } from './use-issue-cashback.ts';
import { useOutboxState } from './use-outbox.ts';

/** The counter: one purchase after the other, hands on the keyboard. */
export function CashbackDesk() {
  const form = usePurchaseForm();
  const [shown, setShown] = useState<IssuedCashback>();
  const [unconfirmed, setUnconfirmed] = useState<IssuedCashback>();
  useReadyFocus(shown === undefined, () => form.setFocus('phone'));
  useArrivingCode(shown === undefined, form, show);

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
      <OutboxCard
        onShow={show}
        onCorrect={({ phone, amountCents }) => {
          form.reset({ phone, amountCents });
          // Once the form has its fields again.
          setTimeout(() => form.setFocus('phone'));
        }}
      />
      {shown && <CashbackDialog key={shown.transactionId} issued={shown} onClose={close} />}
    </>
  );
}

/** What was typed outlives a login in between, and a reload. */
function usePurchaseForm(): UseFormReturn<Purchase> {
  const { id } = useStaffSession().employee;
  const [defaultValues] = useState(() => readDraft(id) ?? EMPTY_PURCHASE);
  const form = useForm<Purchase>({ defaultValues });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, isSubmitting }) => !isSubmitting && writeDraft(id, values),
      }),
    [id, subscribe],
  );
  return form;
}

/**
 * A code that comes out of the outbox shows itself where the counter is free: nothing is typed, no other code
 * is open, and no other purchase waits. Otherwise it is a row of the list.
 */
function useArrivingCode(
  isFree: boolean,
  form: UseFormReturn<Purchase>,
  onShow: (issued: IssuedCashback) => void,
): void {
  const { outbox } = useRemoteHost();
  const refresh = useRefreshMovements();
  const { purchases } = useOutboxState();
  const issuedCount = purchases.filter(({ state }) => state === 'issued').length;

  const arrive = useEffectEvent(() => {
    refresh();
    const [only, ...others] = purchases;
    const { phone, amountCents } = form.getValues();
    const isEmpty = phone === '' && amountCents === 0;
    if (!only?.issued || others.length > 0 || !isFree || !isEmpty || document.hidden) return;
    outbox?.remove(only.request.operationId);
    onShow(only.issued as IssuedCashback);
  });
  const known = useRef(0);
  useEffect(() => {
    if (issuedCount > known.current) arrive();
    known.current = issuedCount;
  }, [issuedCount]);
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
