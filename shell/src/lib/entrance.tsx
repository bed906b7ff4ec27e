import type { ReactNode } from 'react';
import { Card } from 'ui/card';
import { PublicPage } from 'ui/public-page';
import styles from './entrance.module.css';

interface EntranceProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** The product's own pages in front of the back office: one card with a heading. */
export function Entrance({ title, description, children }: EntranceProps) {
  return (
    <PublicPage>
      <Card className={styles.card}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.description}>{description}</p>
        </div>
        {children}
      </Card>
    </PublicPage>
  );
}
