import type { ApiOutputs } from 'api/contract';
import { useRemoteHost } from 'federation/remote-host';
import { Button } from 'ui/button';
import { errorMessage } from '../../lib/call-errors.ts';
import { CodeByEmail } from './code-by-email.tsx';
import { DigitsForm } from './digits-form.tsx';
import styles from './known-phone.module.css';
import { choosePin, forgetDevices, type ProofSubject } from './proof-calls.ts';

export interface KnownPhoneProps {
  who: ProofSubject;
  known: NonNullable<ApiOutputs['customers']['dashboard']['known']>;
  /** Called after the PIN or the e-mail was changed or confirmed, because `known` is then out of date. */
  onChanged: () => void;
}

/** A known phone's PIN, e-mail and other devices. */
export function KnownPhone({ who, known: { hasPin, isLasting, email }, onChanged }: KnownPhoneProps) {
  const { notify } = useRemoteHost();

  async function forgetOthers() {
    try {
      await forgetDevices(who, 'others');
      notify.success('Pronto! Só este aparelho é conhecido.');
    } catch (error) {
      notify.error(errorMessage(error));
    }
  }

  return (
    <div className={styles.parts}>
      {isLasting && (
        <DigitsForm
          label={hasPin ? 'Novo PIN de 4 números' : 'PIN de 4 números'}
          hint="Evite sequências, repetições, datas e anos."
          length={4}
          isSecret
          autoComplete="new-password"
          submitLabel={hasPin ? 'Trocar o PIN' : 'Criar o PIN'}
          pendingLabel="Salvando..."
          onSubmit={async (pin) => {
            await choosePin(who, pin);
            notify.success('PIN salvo!');
            onChanged();
          }}
        />
      )}
      {isLasting && email && !email.isProof && (
        <section className={styles.part} aria-labelledby="confirm-email">
          <h3 id="confirm-email" className={styles.title}>
            Confirmar {email.masked}
          </h3>
          <p className={styles.text}>Depois, um código por email também prova que é você.</p>
          <CodeByEmail
            who={who}
            sentMessage={`Enviamos um código para ${email.masked}. Ele vale por 10 minutos.`}
            onDone={() => {
              notify.success('Email confirmado!');
              onChanged();
            }}
          />
        </section>
      )}
      <section className={styles.part} aria-labelledby="lost-device">
        <h3 id="lost-device" className={styles.title}>
          Perdeu um aparelho?
        </h3>
        <p className={styles.text}>Os outros deixam de ser conhecidos. Este continua.</p>
        <Button variant="secondary" block onClick={() => void forgetOthers()}>
          Esquecer os outros aparelhos
        </Button>
      </section>
    </div>
  );
}
