import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './choice-group.module.css';

interface ChoiceGroupProps {
  legend: string;
  /** The message that says what is wrong with the choice as a whole. */
  error: string | undefined;
  /** The box that stands for all of them, a line above. */
  all?: ReactNode | undefined;
  /** The unavailable choices and the reason; announced when it changes. */
  note?: ReactNode | undefined;
  /** A CheckboxField each. */
  children: ReactNode;
}

/** Several of a few, all of them in sight. */
export function ChoiceGroup({ legend, error, all, note, children }: ChoiceGroupProps) {
  const errorId = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {error && (
        <p id={errorId} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      <div className={styles.choices} data-invalid={error ? '' : undefined}>
        {all && <div className={styles.all}>{all}</div>}
        {children}
      </div>
      {note !== undefined && (
        <div aria-live="polite" className={styles.note}>
          {note}
        </div>
      )}
    </fieldset>
  );
}
