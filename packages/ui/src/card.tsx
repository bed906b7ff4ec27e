/// <reference path="./css-modules.d.ts" />
import type { ComponentProps, ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

export interface CardProps extends ComponentProps<'div'> {
  /** No padding: for tables and lists that run to the edge. A CardHeader inside keeps its own. */
  flush?: boolean | undefined;
}

/** A surface that holds one thing. */
export function Card({ flush = false, className, ...rest }: CardProps) {
  return <div {...rest} className={classNames(styles.card, flush && styles.flush, className)} />;
}

export interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode | undefined;
  actions?: ReactNode | undefined;
  icon?: ReactNode | undefined;
  /** Heading level, 2 unless the page's outline says otherwise. */
  level?: 2 | 3 | 4 | undefined;
}

/** Title, one message and actions at the top of a Card. */
export function CardHeader({ title, description, actions, icon, level = 2 }: CardHeaderProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.header}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={styles.text}>
        <Heading className={styles.title}>{title}</Heading>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
