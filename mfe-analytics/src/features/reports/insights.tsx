import { formatCents } from 'domain/money';
import { Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { Skeleton } from 'ui/skeleton';
import { formatTenths } from '../../lib/number-formats.ts';
import styles from './insights.module.css';
import overview from './overview.module.css';
import type { PeriodReport } from './use-period-report.ts';

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
      usedOfHundred={formatCents(insights.redemptionRateTenths * 10)}
    />
  );
}

export function InsightsSkeleton() {
  const value = <Skeleton width="7rem" height="1.3em" />;
  return <Box values={[value, value, value, value]} usedOfHundred="R$ 0,00" />;
}

interface BoxProps {
  values: readonly [ReactNode, ReactNode, ReactNode, ReactNode];
  isOverspent?: boolean;
  usedOfHundred?: ReactNode;
  isWide?: boolean;
}

function Box({ values, usedOfHundred, isOverspent = false, isWide = false }: BoxProps) {
  const [ticket, cashback, rate, pending] = values;
  return (
    <Card className={isWide ? overview.wide : undefined}>
      <CardHeader title="Insights" description="Resumo do período" icon={<Lightbulb />} />
      <dl className={styles.list}>
        <Insight name="Ticket médio" value={ticket}>
          O valor médio de uma venda.
        </Insight>
        <Insight name="Cashback médio por transação" value={cashback}>
          O que uma venda devolve ao cliente, em média.
        </Insight>
        <Insight name="Taxa de resgate" value={rate}>
          De cada R$ 100 dados, {usedOfHundred} foram usados.
        </Insight>
        <Insight name="Cashback pendente" value={pending}>
          {isOverspent ? 'Foi usado mais do que se deu no período.' : 'Dado no período e ainda não usado.'}
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
