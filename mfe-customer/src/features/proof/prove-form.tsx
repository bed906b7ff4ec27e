import type { ReactNode } from 'react';
import { CodeByEmail } from './code-by-email.tsx';
import { DigitsForm } from './digits-form.tsx';
import { enterPin, type ProofSubject } from './proof-calls.ts';
import styles from './prove-form.module.css';

interface ProveFormProps {
  who: ProofSubject;
  onProved: () => void;
  /** Replaces the advice for customers who have neither a PIN nor an e-mail. */
  children?: ReactNode;
}

/** The ways to prove to be the customer on a phone that is not known. */
export function ProveForm({ who, onProved, children }: ProveFormProps) {
  return (
    <div className={styles.ways}>
      <section className={styles.way} aria-labelledby="by-pin">
        <h2 id="by-pin" className={styles.title}>
          Com o seu PIN
        </h2>
        <DigitsForm
          label="PIN de 4 números"
          length={4}
          isSecret
          autoComplete="off"
          submitLabel="Usar o PIN"
          pendingLabel="Conferindo..."
          onSubmit={async (pin) => {
            await enterPin(who, pin);
            onProved();
          }}
        />
      </section>
      <section className={styles.way} aria-labelledby="by-email">
        <h2 id="by-email" className={styles.title}>
          Com um código por email
        </h2>
        <CodeByEmail
          who={who}
          sentMessage="Se há um email confirmado neste cadastro, o código chega em instantes. Ele vale por 10 minutos."
          onDone={onProved}
        />
      </section>
      {children ?? (
        <p className={styles.help}>
          Sem PIN nem email? Abra esta página no celular em que você já confirmou uma compra. Se não o tem
          mais, peça a um gerente da loja que o esqueça: o próximo a confirmar uma compra fica conhecido.
        </p>
      )}
    </div>
  );
}
