import { asksPurchase } from 'domain/redemption-rules';
import { errorMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useHandedPhone } from '../../lib/handed-phone.ts';
import { trpc } from '../../lib/trpc.ts';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { useCodeClosed, useShownCode } from '../../lib/use-shown-code.ts';
import type { PhoneValues } from './find-customer-form.tsx';
import type { FoundCustomer } from './found-customer.ts';
import { fieldAtFault, type RedemptionValues, whyNothing } from './redemption-limits.ts';
import { useCreateRedemption } from './use-create-redemption.ts';
import { type Lookup, useCustomerLookup } from './use-customer-lookup.ts';

/** The balance on the screen is not the server's any more. */
const STALE_BALANCE = ['amount_above_balance', 'no_balance', 'customer_not_found'];

/** A redemption above the merchant's value, with the id that its approval is found by. */
interface UnapprovedRedemption {
  redeemer: FoundCustomer;
  values: RedemptionValues;
  operationId: string;
}

/** A found customer moves the focus to the first value; a refreshed balance moves nothing. */
function useFocusAmount(lookup: Lookup, { setFocus }: UseFormReturn<RedemptionValues>): void {
  useEffect(() => {
    if (lookup.status !== 'found' || lookup.isRefresh || whyNothing(lookup.customer)) return;
    setFocus(asksPurchase(lookup.customer.redemptionRules) ? 'purchaseCents' : 'amountCents');
  }, [lookup, setFocus]);
}

/**
 * Puts the server's refusal beside its field. An effect, because the rule may just have made that field
 * appear.
 */
function useRefusalBesideField({ setError }: UseFormReturn<RedemptionValues>) {
  const [refusal, setRefusal] = useState<{ field: keyof RedemptionValues; message: string }>();
  useEffect(() => {
    if (refusal) setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
  }, [refusal, setError]);
  return setRefusal;
}

/**
 * How the three steps hang together: what each knows of the others, and where the focus goes.
 * `balanceChanges` counts what happened to balances elsewhere on the screen.
 */
export function useRedemptionDesk(balanceChanges: number) {
  const { notify } = useRemoteHost();
  const { lookup, search, refresh, clear } = useCustomerLookup();
  const create = useCreateRedemption();
  const handedPhone = useHandedPhone();
  const phoneForm = useForm<PhoneValues>({
    defaultValues: { phone: handedPhone },
    reValidateMode: 'onSubmit',
  });
  const amountForm = useForm<RedemptionValues>({ defaultValues: { purchaseCents: 0, amountCents: 0 } });
  const showRefusal = useRefusalBesideField(amountForm);
  const { showCode } = trpc.useUtils().redemptions;
  const { id: shownId, show } = useShownCode('resgate');
  const customer = lookup.status === 'found' ? lookup.customer : undefined;
  // They are the merchant's, not the customer's: the form keeps its fields while the balance is asked again.
  const [rules, setRules] = useState<FoundCustomer['redemptionRules']>();
  if (customer && customer.redemptionRules !== rules) setRules(customer.redemptionRules);
  const [unapproved, setUnapproved] = useState<UnapprovedRedemption>();
  const focusPhone = () => phoneForm.setFocus('phone', { shouldSelect: true });

  const { clearErrors } = phoneForm;
  useEffect(() => {
    // Found meanwhile: what was said about the phone ('Busque o cliente primeiro') is no longer so.
    if (lookup.status === 'found') clearErrors('phone');
  }, [lookup.status, clearErrors]);
  const searchHanded = useEffectEvent(() => search(handedPhone));
  useEffect(() => {
    if (handedPhone !== '') void searchHanded();
  }, [handedPhone]);
  const refreshShown = useEffectEvent(() => {
    if (customer) void refresh(customer.phone);
  });
  useEffect(() => {
    if (balanceChanges > 0) refreshShown();
  }, [balanceChanges]);
  useCodeClosed(shownId, refreshShown);
  useReadyFocus(shownId === undefined, focusPhone);
  useFocusAmount(lookup, amountForm);

  function changePhone() {
    // An amount was meant for the customer it was typed under.
    amountForm.reset();
    if (lookup.status !== 'none') clear();
  }

  /** Resolves to the error where it was not prepared. */
  async function prepare(redeemer: FoundCustomer, values: RedemptionValues): Promise<unknown> {
    const { amountCents, purchaseCents } = values;
    const purchase = asksPurchase(redeemer.redemptionRules) ? { purchaseAmountCents: purchaseCents } : {};
    const outcome = await create({ customerId: redeemer.id, amountCents, ...purchase });
    if ('redemption' in outcome) {
      const { redemption, validUntil } = outcome;
      const { name: customerName, phone } = redeemer;
      const secondsLeft = (validUntil - Date.now()) / 1_000;
      setUnapproved(undefined);
      amountForm.reset();
      // With the phone as it was typed: the answer's may be masked.
      showCode.setData({ id: redemption.redemptionId }, { ...redemption, customerName, phone, secondsLeft });
      show(redemption.redemptionId);
      return undefined;
    }
    const { error, operationId } = outcome;
    if (isRefusal(error, 'approval_needed')) {
      if (unapproved?.operationId === operationId) return error;
      setUnapproved({ redeemer, values, operationId });
      return undefined;
    }
    await showError(redeemer, error);
    return error;
  }

  async function showError(redeemer: FoundCustomer, error: unknown) {
    if (isRefusal(error, 'own_phone')) {
      return phoneForm.setError('phone', { message: errorMessage(error) }, { shouldFocus: true });
    }
    const isStale = STALE_BALANCE.some((refusal) => isRefusal(error, refusal));
    const field = fieldAtFault(error) ?? (isStale ? 'amountCents' : undefined);
    if (!field) return;
    await refresh(redeemer.phone);
    showRefusal({ field, message: errorMessage(error) });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!customer) {
      const message = 'Busque o cliente primeiro';
      notify.error(message);
      return phoneForm.setError('phone', { message }, { shouldFocus: true });
    }
    await amountForm.handleSubmit(
      async (values) => void (await prepare(customer, values)),
      ({ purchaseCents, amountCents }) =>
        notify.error(purchaseCents?.message ?? amountCents?.message ?? 'Insira um valor válido'),
    )(event);
  }

  /** By the camera. */
  function readPhone(phone: string) {
    changePhone();
    phoneForm.setValue('phone', phone);
    void search(phone);
  }

  return {
    unapproved,
    prepare,
    leaveUnapproved() {
      setUnapproved(undefined);
      setTimeout(() => amountForm.setFocus('amountCents', { shouldSelect: true }));
    },
    lookup,
    customer,
    isOpen: customer !== undefined || (lookup.status === 'searching' && lookup.isRefresh),
    rules,
    phoneForm,
    amountForm,
    search,
    changePhone,
    readPhone,
    submit,
    focusPhone,
  };
}
