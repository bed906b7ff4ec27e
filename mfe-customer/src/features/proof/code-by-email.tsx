import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { errorMessage } from '../../lib/call-errors.ts';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import styles from './digits-form.module.css';
import { DigitsForm } from './digits-form.tsx';
import { enterCode, type ProofSubject, sendCode } from './proof-calls.ts';

interface CodeByEmailProps {
  who: ProofSubject;
  /** Said once it was sent: whether there is an e-mail is not told to strangers. */
  sentMessage: string;
  onDone: () => void;
}

/** Sends six digits, and takes them. */
export function CodeByEmail({ who, sentMessage, onDone }: CodeByEmailProps) {
  const [sentCount, setSentCount] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function send() {
    setIsSending(true);
    setFailure(undefined);
    try {
      await sendCode(who);
      setSentCount(sentCount + 1);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setIsSending(false);
  }

  return (
    <div className={styles.form}>
      {sentCount > 0 && (
        <>
          <Alert key={sentCount} tone="info">
            {sentMessage}
          </Alert>
          <DigitsForm
            key={`digits ${sentCount}`}
            ref={focusOnArrival}
            label="Código de 6 números"
            length={6}
            autoComplete="one-time-code"
            submitLabel="Confirmar código"
            pendingLabel="Conferindo..."
            onSubmit={async (code) => {
              await enterCode(who, code);
              onDone();
            }}
          />
        </>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button
        variant={sentCount > 0 ? 'ghost' : 'secondary'}
        block
        pending={isSending}
        pendingLabel="Enviando..."
        onClick={() => void send()}
      >
        {sentCount > 0 ? 'Enviar outro código' : 'Receber código por email'}
      </Button>
    </div>
  );
}
