import { dashboardAddress } from 'domain/dashboard-address';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'ui/button';
import { PhoneField } from 'ui/phone-field';
import { askedPhone } from '../../lib/asked-phone.ts';
import { goTo } from '../../lib/navigation.ts';
import { phoneError } from '../../lib/phone-error.ts';
import styles from './phone-form.module.css';

/** One phone. The balance page itself says whether it is known, so that it is looked up once. */
export function PhoneForm({ slug }: { slug: string | undefined }) {
  const [phone, setPhone] = useState(askedPhone);
  const [error, setError] = useState<string>();

  function change(digits: string) {
    setPhone(digits);
    if (error) setError(phoneError(digits));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = phoneError(phone);
    if (found) {
      const form = event.currentTarget;
      // The error is on the page before the focus comes, so that a screen reader says it with the field.
      flushSync(() => setError(found));
      (form.elements.namedItem('phone') as HTMLElement | null)?.focus();
      return;
    }
    // In the form's place: going back to it would lead on to the balance again.
    goTo(dashboardAddress(phone, slug), { replace: true });
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <PhoneField
        label="Telefone"
        autoComplete="tel-national"
        hint="DDD e número"
        required
        name="phone"
        value={phone}
        error={error}
        onChange={change}
      />
      <Button type="submit" size="large" block>
        Ver meu saldo
      </Button>
    </form>
  );
}
