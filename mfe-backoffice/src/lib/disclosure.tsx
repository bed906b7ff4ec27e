import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './disclosure.module.css';

interface DisclosureProps {
  label: string;
  /** Names the row that it belongs to, for a screen reader, where several on a screen have one label. */
  of?: string | undefined;
  children: ReactNode;
}

/** Details that one press unfolds below their label. */
export function Disclosure({ label, of, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden="true" />
        {label}
        {of && <VisuallyHidden>: {of}</VisuallyHidden>}
      </summary>
      {children}
    </details>
  );
}
