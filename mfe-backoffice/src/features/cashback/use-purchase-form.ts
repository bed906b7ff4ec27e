import { useStaffSession } from 'federation/remote-host';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useHandedPhone } from '../../lib/handed-phone.ts';
import { readDraft, writeDraft } from './draft.ts';
import { EMPTY_PURCHASE, type Purchase } from './purchase.ts';

/** The counter's form. It begins with a phone handed over, or with what was typed before a login. */
export function usePurchaseForm(): UseFormReturn<Purchase> {
  const { id } = useStaffSession().employee;
  const phone = useHandedPhone();
  const [defaultValues] = useState(() =>
    phone === '' ? (readDraft(id) ?? EMPTY_PURCHASE) : { ...EMPTY_PURCHASE, phone },
  );
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
