import { CONSENT_CHANNELS, CONSENT_TEXT, type ConsentChannel } from 'domain/consents';
import { useId } from 'react';
import { CheckboxField } from 'ui/checkbox-field';
import styles from './consent-fields.module.css';

interface ConsentFieldsProps {
  ticked: readonly ConsentChannel[];
  onChange: (ticked: readonly ConsentChannel[]) => void;
}

/** The channels that the customer may be written to; no box is ticked for them. */
export function ConsentFields({ ticked, onChange }: ConsentFieldsProps) {
  const noteId = useId();
  return (
    <fieldset className={styles.consents} aria-describedby={noteId}>
      <legend className={styles.legend}>Ofertas da loja (opcional)</legend>
      {CONSENT_CHANNELS.map((channel) => (
        <CheckboxField
          key={channel}
          label={CONSENT_TEXT[channel]}
          checked={ticked.includes(channel)}
          onChange={({ target }) =>
            onChange(target.checked ? [...ticked, channel] : ticked.filter((each) => each !== channel))
          }
        />
      ))}
      <p id={noteId} className={styles.note}>
        {CONSENT_TEXT.note}
      </p>
    </fieldset>
  );
}
