/// <reference path="./css-modules.d.ts" />
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export interface BadgeProps {
  tone?: 'neutral' | 'brand' | 'success' | 'warning' | 'danger' | 'info' | undefined;
  /** A filled dot before the text, for states such as Ativo / Inativo. */
  dot?: boolean | undefined;
  children: ReactNode;
}

/** A short word about the state of something. The word carries the meaning, the color only repeats it. */
export function Badge({ tone = 'neutral', dot = false, children }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone], dot && styles.dot)}>{children}</span>;
}
