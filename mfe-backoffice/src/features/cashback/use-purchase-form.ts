import { useStaffSession } from 'federation/remote-host';
import { useLayoutEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { useHandedPhone } from '../../lib/handed-phone.ts';
import { leaveDraft, readDraft, writeDraft } from './draft.ts';
import { EMPTY_PURCHASE, type Purchase } from './purchase.ts';

interface PurchaseForm {
  form: UseFormReturn<Purchase>;
  /** Typed on an earlier visit, perhaps for a customer who is gone; until anything else is typed. */
  typedEarlier: Purchase | undefined;
}

/**
 * The counter's form. It begins with a phone handed over, with what was typed before a login or a reload, or
 * empty: who comes back from another screen serves the next customer, as a rule.
 */
export function usePurchaseForm(): PurchaseForm {
  const { id } = useStaffSession().employee;
  const { pathname } = useLocation();
  const handed = useHandedPhone();
  const [before] = useState(() => (handed === '' ? readDraft(id) : undefined));
  const [isOffered, setIsOffered] = useState(before?.isSameVisit === false);
  const restored = before?.isSameVisit ? before.purchase : undefined;
  const form = useForm<Purchase>({ defaultValues: restored ?? { ...EMPTY_PURCHASE, phone: handed } });
  const { subscribe } = form;

  // As the screen goes, not a moment later: the way back may be under way by then.
  useLayoutEffect(() => {
    if (handed !== '') leaveDraft();
    const unsubscribe = subscribe({
      formState: { values: true },
      callback({ values, isSubmitting }) {
        if (isSubmitting) return;
        setIsOffered(false);
        writeDraft(id, values);
      },
    });
    return () => {
      unsubscribe();
      // At the end of a session the address is still this one.
      if (window.location.pathname !== pathname) leaveDraft();
    };
  }, [id, handed, pathname, subscribe]);

  return { form, typedEarlier: isOffered ? before?.purchase : undefined };
}
