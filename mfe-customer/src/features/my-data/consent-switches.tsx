import { CONSENT_CHANNELS, CONSENT_TEXT, CONSENT_TEXT_VERSION, type ConsentChannel } from 'domain/consents';
import { useRemoteHost } from 'federation/remote-host';
import { useState } from 'react';
import { CheckboxField } from 'ui/checkbox-field';
import { errorMessage } from '../../lib/call-errors.ts';
import styles from './my-data.module.css';
import { type MyData, type MyDataSubject, setConsent } from './my-data-calls.ts';

interface ConsentSwitchesProps {
  who: MyDataSubject;
  data: MyData;
  onChanged: () => void;
}

/** The consents to offers; each switch takes effect at once. */
export function ConsentSwitches({ who, data, onChanged }: ConsentSwitchesProps) {
  const { notify } = useRemoteHost();
  const [answers, setAnswers] = useState(data.consents);
  const [pending, setPending] = useState<ConsentChannel>();

  async function change(channel: ConsentChannel, isGiven: boolean) {
    if (pending) return;
    setPending(channel);
    try {
      await setConsent({ who, channel, isGiven, textVersion: CONSENT_TEXT_VERSION });
      setAnswers({ ...answers, [channel]: isGiven });
      notify.success(
        isGiven ? 'Pronto! Você aceitou receber ofertas.' : 'Pronto! Você não recebe mais ofertas.',
      );
      onChanged();
    } catch (error) {
      notify.error(errorMessage(error));
    }
    setPending(undefined);
  }

  return (
    <section aria-labelledby="my-consents" className={styles.part}>
      <div>
        <h2 id="my-consents" className={styles.title}>
          Ofertas da loja
        </h2>
        <p className={styles.note}>{CONSENT_TEXT.note}</p>
      </div>
      <div>
        {CONSENT_CHANNELS.map((channel) => (
          <CheckboxField
            key={channel}
            look="switch"
            label={CONSENT_TEXT[channel]}
            hint={
              channel === 'email' && data.email === null ? 'Informe antes o seu email, abaixo' : undefined
            }
            checked={answers[channel] === true}
            onChange={({ target }) => void change(channel, target.checked)}
          />
        ))}
      </div>
    </section>
  );
}
