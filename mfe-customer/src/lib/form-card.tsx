import type { ReactNode } from 'react';
import { Card } from 'ui/card';
import styles from './form-card.module.css';

/** A page's one card: a heading, and the form below it. */
export function FormCard({ children }: { children: ReactNode }) {
  return <Card className={styles.card}>{children}</Card>;
}

/** The page's title and a sentence about its form. */
export function FormHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.text}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.subtitle}>{children}</p>
    </div>
  );
}
