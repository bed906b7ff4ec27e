import { readPhone } from 'domain/read-phone';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'ui/button';
import { PhoneField } from 'ui/phone-field';
import { FormHeading } from '../../lib/form-card.tsx';
import { phoneError } from '../../lib/phone-error.ts';
import { CannotProve } from './cannot-prove.tsx';
import styles from './my-data.module.css';

interface MyDataEntryProps {
  merchantName: string;
  onPhone: (digits: string) => void;
  onCannotProve: () => void;
}

/** Asks for the customer's phone. Customers without a proof can send the merchant a request. */
export function MyDataEntry({ merchantName, onPhone, onCannotProve }: MyDataEntryProps) {
  const [phone, setPhone] = useState('');
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = phoneError(phone);
    if (!found) return onPhone(readPhone(phone).digits ?? phone);
    const form = event.currentTarget;
    // The error is on the page before the focus comes, so that a screen reader says it with the field.
    flushSync(() => setError(found));
    (form.elements.namedItem('phone') as HTMLElement | null)?.focus();
  }

  return (
    <>
      <FormHeading title="Meus dados">
        Veja, corrija, baixe ou apague o que {merchantName} guarda sobre você.
      </FormHeading>
      <form noValidate className={styles.part} onSubmit={submit}>
        <PhoneField
          label="Telefone do cadastro"
          autoComplete="tel-national"
          hint="O número que você informa nas compras"
          required
          name="phone"
          value={phone}
          error={error}
          onChange={(digits) => {
            setPhone(digits);
            if (error) setError(phoneError(digits));
          }}
        />
        <Button type="submit" size="large" block>
          Continuar
        </Button>
      </form>
      <CannotProve onCannotProve={onCannotProve} />
    </>
  );
}
