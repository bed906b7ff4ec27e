import type { ReactNode } from 'react';
import styles from './centered-page.module.css';

/** One thing in the middle of an otherwise empty page. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return <main className={styles.page}>{children}</main>;
}
