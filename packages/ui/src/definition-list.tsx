/// <reference path="./css-modules.d.ts" />
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './definition-list.module.css';

export interface Definition {
  label: string;
  value: ReactNode;
  /** The row the eye should find first. */
  strong?: boolean | undefined;
}

/** Rows of label and value, as on a receipt: values at the right edge, digits of one width. */
export function DefinitionList({ rows }: { rows: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(({ label, value, strong }) => (
        <div key={label} className={classNames(styles.row, strong && styles.strong)}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
