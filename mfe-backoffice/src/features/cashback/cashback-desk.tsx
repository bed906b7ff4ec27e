import { isPhone } from 'domain/phone';
import { useEffect, useEffectEvent } from 'react';
import { trpc } from '../../lib/trpc.ts';
import type { UndonePurchase } from '../../lib/undo-purchase-button.tsx';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { useShownCode } from '../../lib/use-shown-code.ts';
import { CashbackForm } from './cashback-form.tsx';
import { OutboxCard } from './outbox-card.tsx';
import { useArrivingCode } from './use-arriving-code.ts';
import { useCustomerCodeAddress } from './use-customer-code-address.ts';
import type { IssuedCashback } from './use-issue-cashback.ts';
import { usePurchaseForm } from './use-purchase-form.ts';

interface CashbackDeskProps {
  /** The latest purchase of a wrong number that was undone on this screen: it is typed again here. */
  undone: UndonePurchase | undefined;
  onIssued: (issued: IssuedCashback) => void;
}

/** The counter: one purchase after the other, hands on the keyboard. The route shows the codes. */
export function CashbackDesk({ undone, onIssued }: CashbackDeskProps) {
  const { form, typedEarlier } = usePurchaseForm();
  const { showCode } = trpc.useUtils().cashback;
  const { id, show } = useShownCode('codigo');
  useReadyFocus(id === undefined, focusNext);
  useArrivingCode(id === undefined, form, showIssued);
  useCustomerCodeAddress((read) => {
    form.setValue('phone', read);
    focusNext();
  });
  const retypeUndone = useEffectEvent(retype);
  useEffect(() => {
    if (undone) retypeUndone(undone);
  }, [undone]);

  /** The value where the whole phone is there already. */
  function focusNext() {
    form.setFocus(isPhone(form.getValues('phone')) ? 'amountCents' : 'phone');
  }

  function showIssued(issued: IssuedCashback) {
    onIssued(issued);
    showCode.setData({ id: issued.transactionId }, issued);
    show(issued.transactionId);
  }

  /** Only the phone was wrong. What was typed since then is not touched. */
  function retype({ amountCents }: UndonePurchase) {
    const typed = form.getValues();
    if (typed.phone !== '' || typed.amountCents > 0) return;
    form.setValue('amountCents', amountCents);
    form.setFocus('phone');
  }

  return (
    <>
      <CashbackForm form={form} typedEarlier={typedEarlier} onIssued={showIssued} />
      <OutboxCard
        onShow={showIssued}
        onCorrect={({ phone, amountCents, name = '' }) => {
          form.reset({ phone, amountCents, name });
          // Once the form has its fields again.
          setTimeout(() => form.setFocus('phone'));
        }}
      />
    </>
  );
}
