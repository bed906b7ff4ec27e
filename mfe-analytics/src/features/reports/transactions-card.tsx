import { ChartCard, type Course } from './chart-card.tsx';
import { transactionsSummary } from './chart-labels.ts';
import type { Grouping } from './chart-points.ts';
import { TransactionsTable } from './chart-tables.tsx';

interface TransactionsCardProps {
  grouping: Grouping;
  /** Undefined while the numbers are on their way. */
  course?: Course;
}

/** How many purchases there were, as bars. */
export function TransactionsCard({ grouping, course }: TransactionsCardProps) {
  const title = `Transações por ${grouping === 'day' ? 'dia' : 'mês'}`;
  return (
    <ChartCard
      title={title}
      description="Quantas vendas foram registradas."
      course={course}
      summary={transactionsSummary}
      draw={({ TransactionsChart }, points, descriptionId) => (
        <TransactionsChart points={points} label={title} descriptionId={descriptionId} />
      )}
      table={(points) => <TransactionsTable caption={title} points={points} grouping={grouping} />}
    />
  );
}
