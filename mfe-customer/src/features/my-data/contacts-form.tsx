import { useRemoteHost } from 'federation/remote-host';
import { type FormEvent, useRef, useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { TextField } from 'ui/text-field';
import { errorMessage } from '../../lib/call-errors.ts';
import styles from './my-data.module.css';
import { correctMyData, type MyData, type MyDataSubject } from './my-data-calls.ts';
import type { ProofParts } from './proof-parts.ts';

interface ContactsFormProps extends Pick<ProofParts, 'CodeByEmail'> {
  who: MyDataSubject;
  data: MyData;
  onChanged: () => void;
}

/** The name and the e-mail, to correct; a new e-mail is confirmed by a code. */
export function ContactsForm({ who, data, CodeByEmail, onChanged }: ContactsFormProps) {
  const { notify } = useRemoteHost();
  const [name, setName] = useState(data.name ?? '');
  const [email, setEmail] = useState(data.email ?? '');
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The second tap comes before React has disabled the button.
    if (isSending.current) return;
    isSending.current = true;
    setFailure(undefined);
    setIsPending(true);
    try {
      await correctMyData({ who, name: name.trim() || null, email: email.trim() || null });
      notify.success('Dados corrigidos!');
      onChanged();
    } catch (error) {
      setFailure(errorMessage(error, 'Erro ao salvar. Tente novamente.'));
    }
    isSending.current = false;
    setIsPending(false);
  }

  return (
    <section aria-labelledby="my-contacts" className={styles.part}>
      <h2 id="my-contacts" className={styles.title}>
        Corrigir nome e email
      </h2>
      <form noValidate className={styles.part} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Nome"
          autoComplete="name"
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          hint="Um email novo só prova que é você depois de confirmado"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Button type="submit" variant="secondary" block pending={isPending} pendingLabel="Salvando...">
          Salvar
        </Button>
      </form>
      {data.isLasting && data.email !== null && !data.isEmailProof && (
        <section aria-labelledby="confirm-my-email" className={styles.part}>
          <h3 id="confirm-my-email" className={styles.subtitle}>
            Confirmar {data.email}
          </h3>
          <CodeByEmail
            who={who}
            sentMessage={`Enviamos um código para ${data.email}. Ele vale por 10 minutos.`}
            onDone={() => {
              notify.success('Email confirmado!');
              onChanged();
            }}
          />
        </section>
      )}
    </section>
  );
}
