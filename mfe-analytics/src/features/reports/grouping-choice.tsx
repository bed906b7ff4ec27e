import { SegmentedChoice } from '../../lib/segmented-choice.tsx';
import type { Grouping } from './chart-points.ts';
import overview from './overview.module.css';

const LABELS = { day: 'Por dia', month: 'Por mês' } as const;

interface GroupingChoiceProps {
  grouping: Grouping;
  /** Undefined while there is nothing to group yet. */
  onChoose?: (grouping: Grouping) => void;
}

/** The choice between days and months, for both charts. */
export function GroupingChoice({ grouping, onChoose }: GroupingChoiceProps) {
  return (
    <div className={overview.wide}>
      <SegmentedChoice legend="Agrupar gráficos" labels={LABELS} value={grouping} onChange={onChoose} />
    </div>
  );
}
