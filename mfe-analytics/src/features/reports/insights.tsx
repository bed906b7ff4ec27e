import { formatCents } from 'domain/money';
import { Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { Skeleton } from 'ui/skeleton';
import { formatTenths } from '../../lib/number-formats.ts';
import styles from './insights.module.css';
import overview from './overview.module.css';
import type { PeriodReport } from './period-report.ts';

interface InsightsProps {
  insights: PeriodReport['insights'];
  /** Alone in its line. */
  isWide: boolean;
}

/** Findings about the period's sums, one plain message each. */
export function Insights({ insights, isWide }: InsightsProps) {
  return (
    <Box
      isWide={isWide}
      values={[
        formatCents(insights.averageTicketCents),
        formatCents(insights.averageCashbackCents),
        formatTenths(insights.redemptionRateTenths),
        formatCents(insights.pendingCents),
      ]}
      isOverspent={insights.pendingCents < 0}
    />
  );
}

export function InsightsSkeleton() {
  const value = <Skeleton width="7rem" height="1.3em" />;
  return <Box values={[value, value, value, value]} />;
}

interface BoxProps {
  values: readonly [ReactNode, ReactNode, ReactNode, ReactNode];
  isOverspent?: boolean;
  isWide?: boolean;
}

function Box({ values: [ticket, cashback, rate, pending], isOverspent = false, isWide = false }: BoxProps) {
  return (
    <Card className={isWide ? overview.wide : undefined}>
      <CardHeader title="Insights" icon={<Lightbulb />} />
      <dl className={styles.list}>
        <Insight name="Ticket médio" value={ticket}>
          O valor médio de uma compra.
        </Insight>
        <Insight name="Cashback médio por transação" value={cashback}>
          O que uma compra devolve, em média.
        </Insight>
        <Insight name="Taxa de resgate" value={rate}>
          Resgatado em relação ao distribuído.
        </Insight>
        <Insight name="Cashback pendente" value={pending}>
          {isOverspent ? 'Resgatou-se mais do que se distribuiu.' : 'Distribuído menos resgatado no período.'}
        </Insight>
      </dl>
    </Card>
  );
}

interface InsightProps {
  name: string;
  value: ReactNode;
  children: ReactNode;
}

function Insight({ name, value, children }: InsightProps) {
  return (
    <div className={styles.insight}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.message}>{children}</dd>
    </div>
  );
}
