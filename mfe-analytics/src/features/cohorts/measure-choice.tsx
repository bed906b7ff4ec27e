import { useId } from 'react';
import { COHORT_MEASURES, type CohortMeasure } from './cohort-measures.ts';
import styles from './measure-choice.module.css';

const MEASURES = Object.keys(COHORT_MEASURES) as CohortMeasure[];

interface MeasureChoiceProps {
  measure: CohortMeasure;
  onChange: (measure: CohortMeasure) => void;
}

/** The choice of the cells' measure, in one line; arrow keys choose. */
export function MeasureChoice({ measure, onChange }: MeasureChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>O que a tabela mostra</legend>
      {MEASURES.map((each) => (
        <label key={each} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === measure}
            onChange={() => onChange(each)}
            className={styles.radio}
          />
          {COHORT_MEASURES[each]}
        </label>
      ))}
    </fieldset>
  );
}
