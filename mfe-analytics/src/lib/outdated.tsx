import type { ReactNode } from 'react';
import styles from './outdated.module.css';

interface OutdatedProps {
  /** Marks numbers of the previous period while those of the chosen one are loading. */
  isOutdated: boolean;
  children: ReactNode;
}

/**
 * Keeps the former numbers in their place, and says to eye and ear that they are not yet what was asked for.
 */
export function Outdated({ isOutdated, children }: OutdatedProps) {
  return (
    <div className={isOutdated ? styles.outdated : styles.current} aria-busy={isOutdated || undefined}>
      {children}
    </div>
  );
}
