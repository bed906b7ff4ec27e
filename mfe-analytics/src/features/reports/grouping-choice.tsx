import type { Grouping } from './chart-points.ts';
import styles from './grouping-choice.module.css';
import overview from './overview.module.css';

const CHOICES: readonly { grouping: Grouping; label: string }[] = [
  { grouping: 'day', label: 'Por dia' },
  { grouping: 'month', label: 'Por mês' },
];

interface GroupingChoiceProps {
  grouping: Grouping;
  /** Undefined while there is nothing to group yet. */
  onChoose?: (grouping: Grouping) => void;
}

/** The choice between days and months, for both charts. */
export function GroupingChoice({ grouping: current, onChoose }: GroupingChoiceProps) {
  return (
    <fieldset className={`${overview.wide} ${styles.choice}`}>
      <legend className={styles.legend}>Agrupar gráficos</legend>
      {CHOICES.map(({ grouping, label }) => (
        <button
          key={grouping}
          type="button"
          className={styles.option}
          aria-pressed={grouping === current}
          disabled={!onChoose}
          onClick={() => onChoose?.(grouping)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
