import { useState } from 'react';
import { AmountsLegend } from './amounts-legend.tsx';
import { ChartCard, type Course } from './chart-card.tsx';
import { amountsSummary } from './chart-labels.ts';
import type { Grouping } from './chart-points.ts';
import { AmountsTable } from './chart-tables.tsx';
import overview from './overview.module.css';
import { AMOUNT_SERIES, type AmountSeries } from './series.ts';

interface AmountsCardProps {
  grouping: Grouping;
  /** Undefined while the numbers are on their way. */
  course?: Course;
}

/**
 * Revenue, cashback and redemptions as lines of one chart, any of which can be hidden so that the others
 * grow.
 */
export function AmountsCard({ grouping, course }: AmountsCardProps) {
  const [hidden, setHidden] = useState<ReadonlySet<AmountSeries['key']>>(new Set());
  const shown = AMOUNT_SERIES.filter(({ key }) => !hidden.has(key));

  function toggle(key: AmountSeries['key']) {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    // The last line stays: without any there would be nothing to read.
    if (next.size < AMOUNT_SERIES.length) setHidden(next);
  }

  const title = `Receita, cashback e resgates por ${grouping === 'day' ? 'dia' : 'mês'}`;
  return (
    <ChartCard
      className={overview.wide}
      title={title}
      description="Oculte a receita para ver as outras linhas de perto."
      course={course}
      legend={<AmountsLegend shown={shown} onToggle={course && toggle} />}
      summary={amountsSummary}
      draw={({ AmountsChart }, points, descriptionId) => (
        <AmountsChart points={points} shown={shown} label={title} descriptionId={descriptionId} />
      )}
      table={(points) => <AmountsTable caption={title} points={points} grouping={grouping} />}
    />
  );
}
