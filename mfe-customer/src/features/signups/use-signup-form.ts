import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePhoneDoubt } from 'ui/phone-field';
import {
  EMPTY_SIGNUP,
  firstWrongField,
  type SignupErrors,
  type SignupField,
  type SignupValues,
  signupErrors,
} from './signup-values.ts';

interface SignupFormActions {
  onValid: (values: SignupValues) => Promise<void>;
  onInvalid: (errors: SignupErrors) => void;
}

/**
 * The form's values and messages: shown when the form is sent, and from then on while typing. The fields are
 * named after the values, which is how the focus finds them.
 */
export function useSignupForm({ onValid, onInvalid }: SignupFormActions) {
  const [values, setValues] = useState(EMPTY_SIGNUP);
  const [errors, setErrors] = useState<SignupErrors>({});
  const [isPending, setIsPending] = useState(false);
  const wasSent = useRef(false);
  const isSending = useRef(false);
  const askAboutPhone = usePhoneDoubt();

  function change<Field extends keyof SignupValues>(field: Field, value: SignupValues[Field]) {
    const next = { ...values, [field]: value };
    setValues(next);
    // Offers by e-mail need one, so their box's error is the e-mail's.
    const shown: SignupField = field === 'consents' ? 'email' : field;
    if (wasSent.current) setErrors({ ...errors, [shown]: signupErrors(next)[shown] });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The second tap comes before React has disabled the button.
    if (isSending.current) return;
    wasSent.current = true;
    const found = signupErrors(values);
    const question = firstWrongField(found) ? undefined : askAboutPhone(values.phone);
    if (question) found.phone = question;
    const first = firstWrongField(found);
    if (first) {
      const form = event.currentTarget;
      // The error is on the page before the focus comes, so that a screen reader says it with the field.
      flushSync(() => setErrors(found));
      (form.elements.namedItem(first) as HTMLElement | null)?.focus();
      onInvalid(found);
      return;
    }
    setErrors({});
    isSending.current = true;
    setIsPending(true);
    await onValid(values);
    isSending.current = false;
    setIsPending(false);
  }

  return { values, errors, isPending, change, submit };
}
