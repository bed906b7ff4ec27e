/// <reference path="./css-modules.d.ts" />
import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only; takes no room on the screen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.root}>{children}</span>;
}
