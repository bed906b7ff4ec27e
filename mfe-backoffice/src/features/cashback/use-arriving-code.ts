import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import type { Purchase } from './purchase.ts';
import type { IssuedCashback } from './use-issue-cashback.ts';
import { useOutboxState } from './use-outbox.ts';

/**
 * A code that comes out of the outbox shows itself where the counter is free: nothing is typed, no other code
 * is open, none of the shell's windows lies over the screen, and no other purchase waits. Otherwise it is a
 * row of the list.
 */
export function useArrivingCode(
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
    const isSeen = !document.hidden && document.querySelector('dialog[open]') === null;
    if (!only?.issued || others.length > 0 || !isFree || !isEmpty || !isSeen) return;
    outbox?.remove(only.request.operationId);
    onShow(only.issued as IssuedCashback);
  });
  const known = useRef(0);
  useEffect(() => {
    if (issuedCount > known.current) arrive();
    known.current = issuedCount;
  }, [issuedCount]);
}
