import { formatCents } from 'domain/money';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { PhoneField } from 'ui/phone-field';
import { errorMessage } from '../../lib/call-errors.ts';
import { forget, memoryKey } from '../../lib/device-memory.ts';
import { phoneError } from '../../lib/phone-error.ts';
import { dropCalls } from '../../lib/use-call.ts';
import styles from './my-data.module.css';
import { eraseMyData, type MyDataSubject } from './my-data-calls.ts';

interface EraseFormProps {
  who: MyDataSubject;
  balanceCents: number;
  onErased: () => void;
}

/** Erases the customer here: what goes, what stays and why, and the phone typed to confirm. */
export function EraseForm({ who, balanceCents, onErased }: EraseFormProps) {
  const [phone, setPhone] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The second tap comes before React has disabled the button.
    if (isSending.current) return;
    const field = event.currentTarget.elements.namedItem('erased-phone') as HTMLElement | null;
    function refuse(message: string) {
      // The error is on the page before the focus comes, so that a screen reader says it with the field.
      flushSync(() => setError(message));
      field?.focus();
    }
    const found = phoneError(phone);
    if (found) return refuse(found);
    isSending.current = true;
    setIsPending(true);
    try {
      await eraseMyData({ who, phone });
      forget(memoryKey(who.slug), who.phone);
      dropCalls('dashboard/');
      dropCalls('my-data/');
      onErased();
    } catch (failure) {
      isSending.current = false;
      // A disabled field takes no focus.
      flushSync(() => setIsPending(false));
      refuse(errorMessage(failure, 'Erro ao apagar. Tente novamente.'));
    }
  }

  return (
    <section aria-labelledby="erase-my-data" className={styles.part}>
      <h2 id="erase-my-data" className={styles.title}>
        Apagar meus dados nesta loja
      </h2>
      <Alert tone="warning" role="note" title="Não pode ser desfeito">
        {balanceCents === 0
          ? 'Você não tem saldo aqui. Códigos que esperam confirmação deixam de valer.'
          : `O seu saldo de ${formatCents(balanceCents)} é cancelado, e códigos que esperam confirmação deixam de valer.`}
      </Alert>
      <dl className={styles.row}>
        <div>
          <dt>O que é apagado</dt>
          <dd>Nome, telefone, email e o que leva a você, também nas ferramentas de email da loja.</dd>
        </div>
        <div>
          <dt>O que fica, e por quê</dt>
          <dd>
            Valores e datas das compras e resgates, sem ligação com você: a loja precisa deles para as suas
            contas e obrigações fiscais.
          </dd>
        </div>
      </dl>
      <form noValidate className={styles.part} onSubmit={(event) => void submit(event)}>
        <PhoneField
          label="Seu telefone, para confirmar"
          autoComplete="off"
          required
          name="erased-phone"
          value={phone}
          error={error}
          onChange={(digits) => {
            setPhone(digits);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="danger" block pending={isPending} pendingLabel="Apagando...">
          Apagar meus dados
        </Button>
      </form>
    </section>
  );
}
