import { formatCents } from 'domain/money';
import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { Skeleton } from 'ui/skeleton';
import styles from './month-panel.module.css';

interface MonthPanelProps {
  title: string;
  description: string;
  cents: number;
  icon: ReactNode;
}

/** One total of the month with a sentence about what it counts. */
export function MonthPanel({ title, description, cents, icon }: MonthPanelProps) {
  return (
    <Card>
      <CardHeader title={title} description={description} icon={icon} />
      <p className={styles.total}>{formatCents(cents)}</p>
    </Card>
  );
}

/** The same size, for the loading state. */
export function MonthPanelSkeleton() {
  return (
    <Card>
      <CardHeader
        title={<Skeleton width="9rem" height="1.35rem" />}
        description={<Skeleton width="12rem" height="1.3rem" />}
        icon={<Skeleton width="1.25rem" height="1.25rem" />}
      />
      <p className={styles.total}>
        <Skeleton width="10rem" height="1.2em" />
      </p>
    </Card>
  );
}

/** Panels side by side where there is room. */
export function MonthPanels({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>;
}
