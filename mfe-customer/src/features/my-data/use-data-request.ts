import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePhoneDoubt } from 'ui/phone-field';
import { mutate } from '../../lib/api.ts';
import { errorMessage } from '../../lib/call-errors.ts';
import { callDeadline } from '../../lib/deadline.ts';
import type { SentDataRequest } from './data-request-receipt.tsx';
import { type DataRequestErrors, type DataRequestValues, dataRequestErrors } from './data-request-values.ts';

const EMPTY: DataRequestValues = { kind: 'access', phone: '', contact: '', message: '' };
const FAILURE = 'Erro ao enviar o pedido. Tente novamente.';

/** The form's values, their messages once it was sent, and the sending. Fields are named by the values. */
export function useDataRequest(slug: string, onSent: (sent: SentDataRequest) => void) {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<DataRequestErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const wasSent = useRef(false);
  const isSending = useRef(false);
  const askAboutPhone = usePhoneDoubt();

  function change(changed: Partial<DataRequestValues>) {
    const next = { ...values, ...changed };
    setValues(next);
    if (wasSent.current) setErrors(dataRequestErrors(next));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The second tap comes before React has disabled the button.
    if (isSending.current) return;
    wasSent.current = true;
    const form = event.currentTarget;
    const found = dataRequestErrors(values);
    const question = Object.keys(found).length === 0 ? askAboutPhone(values.phone) : undefined;
    if (question) found.phone = question;
    // The error is on the page before the focus comes, so that a screen reader says it with the field.
    flushSync(() => setErrors(found));
    const [first] = Object.keys(found);
    if (first) return (form.elements.namedItem(first) as HTMLElement | null)?.focus();
    isSending.current = true;
    setIsPending(true);
    setFailure(undefined);
    try {
      const answer = await mutate('dataRequests', 'ask', { slug, ...values }, callDeadline());
      onSent({ ...values, ...answer });
    } catch (error) {
      setFailure(errorMessage(error, FAILURE));
      setIsPending(false);
      isSending.current = false;
    }
  }

  return { values, errors, failure, isPending, change, submit };
}
