import { isPhone } from 'domain/phone';
import { type KeyboardEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Purchase } from './purchase.ts';
import { isWholeMobile } from './use-customer-preview.ts';

/**
 * Not by the form's `setFocus`, which comes a moment later: quick fingers would add the value's first digit
 * to the phone.
 */
function focusAmount(): void {
  const form = document.activeElement?.closest('form');
  const next = form?.elements.namedItem('amountCents');
  if (next instanceof HTMLElement) next.focus();
}

/**
 * A mobile number's last digit moves on to the value, once for each number: who goes back to correct it stays
 * there. Hands that still press Enter or Tab after the phone must neither be told of a missing value nor
 * leave it, so the first such key does nothing.
 */
export function useAutoAdvance({ getValues }: UseFormReturn<Purchase>) {
  const hasMoved = useRef(false);
  const expectsHabit = useRef(false);

  return {
    onPhoneChange(previous: string, phone: string) {
      if (previous === '' || phone.length <= 1) hasMoved.current = false;
      if (hasMoved.current || !isWholeMobile(phone)) return;
      if (getValues('amountCents') > 0) return;
      hasMoved.current = true;
      expectsHabit.current = true;
      focusAmount();
    },
    /** Enter moves to the value while there is none: at a counter, Tab is not used. */
    onPhoneKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const { phone, amountCents } = getValues();
      if (event.key !== 'Enter' || !isPhone(phone) || amountCents > 0) return;
      event.preventDefault();
      focusAmount();
    },
    onAmountKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      // The last digit's key is still held.
      if (expectsHabit.current && event.repeat) return event.preventDefault();
      const isHabit = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey);
      if (expectsHabit.current && isHabit && getValues('amountCents') === 0) event.preventDefault();
      expectsHabit.current = false;
    },
    onAmountBlur() {
      expectsHabit.current = false;
    },
  };
}
