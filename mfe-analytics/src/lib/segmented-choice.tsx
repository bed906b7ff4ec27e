import { useId } from 'react';
import styles from './segmented-choice.module.css';

interface SegmentedChoiceProps<Value extends string> {
  /** What is chosen, for a screen reader. */
  legend: string;
  /** Each value's label, in their order on the screen. */
  labels: Readonly<Record<Value, string>>;
  value: Value;
  /** Undefined while there is nothing to choose yet. */
  onChange?: ((value: Value) => void) | undefined;
}

/** The choice of one of a few, in one line; arrow keys choose. */
export function SegmentedChoice<Value extends string>({
  legend,
  labels,
  value,
  onChange,
}: SegmentedChoiceProps<Value>) {
  const name = useId();
  const values = Object.keys(labels) as Value[];
  return (
    <fieldset className={styles.choice} disabled={!onChange}>
      <legend className={styles.legend}>{legend}</legend>
      {values.map((each) => (
        <label key={each} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChange?.(each)}
            className={styles.radio}
          />
          {labels[each]}
        </label>
      ))}
    </fieldset>
  );
}
