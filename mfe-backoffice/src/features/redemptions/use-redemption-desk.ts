import { errorSentence, isRefusal } from 'federation/error-sentence';
import { useRemoteHost } from 'federation/remote-host';
import { type FormEvent, useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import type { PhoneValues } from './find-customer-form.tsx';
import type { AmountValues } from './redemption-form.tsx';
import { type PreparedRedemption, useCreateRedemption } from './use-create-redemption.ts';
import { type FoundCustomer, type Lookup, useCustomerLookup } from './use-customer-lookup.ts';

/** The balance on the screen is not the server's any more. */
const STALE_BALANCE = ['amount_above_balance', 'no_balance', 'customer_not_found'];

/** Whoever was just found goes on to the value; a refreshed balance moves nothing. */
function useFocusAmount(lookup: Lookup, { setFocus }: UseFormReturn<AmountValues>): void {
  useEffect(() => {
    const isNew = lookup.status === 'found' && !lookup.isRefresh;
    if (isNew && lookup.customer.availableCents > 0) setFocus('amountCents');
  }, [lookup, setFocus]);
}

/** How the three steps hang together: what each knows of the others, and where the focus goes. */
export function useRedemptionDesk() {
  const { notify } = useRemoteHost();
  const { lookup, search, refresh, clear } = useCustomerLookup();
  const create = useCreateRedemption();
  const phoneForm = useForm<PhoneValues>({ defaultValues: { phone: '' }, reValidateMode: 'onSubmit' });
  const amountForm = useForm<AmountValues>({ defaultValues: { amountCents: 0 } });
  const [open, setOpen] = useState<{ prepared: PreparedRedemption; customer: FoundCustomer }>();
  const customer = lookup.status === 'found' ? lookup.customer : undefined;
  const focusPhone = () => phoneForm.setFocus('phone', { shouldSelect: true });

  const { clearErrors } = phoneForm;
  useEffect(() => {
    // Found meanwhile: what was said about the phone ('Busque o cliente primeiro') is no longer so.
    if (lookup.status === 'found') clearErrors('phone');
  }, [lookup.status, clearErrors]);
  useReadyFocus(open === undefined, focusPhone);
  useFocusAmount(lookup, amountForm);

  function changePhone() {
    // An amount was meant for the customer it was typed under; one typed ahead of the search stays.
    if (customer) amountForm.reset();
    if (lookup.status !== 'none') clear();
  }

  async function prepare(redeemer: FoundCustomer, { amountCents }: AmountValues) {
    const outcome = await create({ customerId: redeemer.id, amountCents });
    if ('redemption' in outcome) {
      amountForm.reset();
      return setOpen({ prepared: outcome, customer: redeemer });
    }
    if (!STALE_BALANCE.some((refusal) => isRefusal(outcome.error, refusal))) return;
    await refresh(redeemer.phone);
    amountForm.setError('amountCents', { message: errorSentence(outcome.error) }, { shouldFocus: true });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!customer) {
      const message = 'Busque o cliente primeiro';
      notify.error(message);
      return phoneForm.setError('phone', { message }, { shouldFocus: true });
    }
    await amountForm.handleSubmit(
      (values) => prepare(customer, values),
      ({ amountCents }) => notify.error(amountCents?.message ?? 'Insira um valor válido'),
    )(event);
  }

  function close() {
    setOpen(undefined);
    if (open) void refresh(open.customer.phone);
  }

  return { lookup, customer, phoneForm, amountForm, open, search, changePhone, submit, close, focusPhone };
}
