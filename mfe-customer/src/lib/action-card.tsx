import type { ReactNode } from 'react';
import { Card } from 'ui/card';
import styles from './action-card.module.css';

interface ActionCardProps {
  title: string;
  text: string;
  /** The button, and what it opened below. */
  children: ReactNode;
}

/** Offers a customer one thing to do, beside what it is for. */
export function ActionCard({ title, text, children }: ActionCardProps) {
  return (
    <Card className={styles.card}>
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
      </div>
      {children}
    </Card>
  );
}
