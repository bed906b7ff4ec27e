import { formatCents } from 'domain/money';
import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { Skeleton } from 'ui/skeleton';
import styles from './total-panel.module.css';

interface TotalPanelProps {
  title: string;
  description: string;
  cents: number;
  icon: ReactNode;
  /** How it changed. */
  trend: ReactNode;
  /** A second amount, which says more about the first: 'Saldo disponível agora'. */
  aside: { label: string; cents: number };
}

/** One total of the period, with a message about what it counts. */
export function TotalPanel({ title, description, cents, icon, trend, aside }: TotalPanelProps) {
  return (
    <Card>
      <CardHeader title={title} description={description} icon={icon} />
      <p className={styles.total}>{formatCents(cents)}</p>
      <p className={styles.trend}>{trend}</p>
      <dl className={styles.aside}>
        <dt>{aside.label}</dt>
        <dd>{formatCents(aside.cents)}</dd>
      </dl>
    </Card>
  );
}

/** The same size, for the loading state. */
export function TotalPanelSkeleton() {
  return (
    <Card>
      <CardHeader
        title={<Skeleton width="9rem" height="1.35rem" />}
        description={<Skeleton width="12rem" height="1.3125rem" />}
        icon={<Skeleton width="1.25rem" height="1.25rem" />}
      />
      <p className={styles.total}>
        <Skeleton width="10rem" height="1.2em" />
      </p>
      <p className={styles.trend}>
        <Skeleton width="14rem" height="1.5em" />
      </p>
      <div className={styles.aside}>
        <Skeleton width="70%" height="1lh" />
      </div>
    </Card>
  );
}

/** Panels side by side where there is room. */
export function TotalPanels({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>;
}
