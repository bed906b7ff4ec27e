import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './disclosure.module.css';

interface DisclosureProps {
  label: string;
  /** Names the row that it belongs to, for a screen reader, where several on a screen have one label. */
  of?: string | undefined;
  /** Unfolded at first, and until it is pressed. */
  startsOpen?: boolean | undefined;
  children: ReactNode;
}

/** Details that one press unfolds below their label. */
export function Disclosure({ label, of, startsOpen = false, children }: DisclosureProps) {
  const [open] = useState(startsOpen);
  return (
    <details className={styles.disclosure} open={open}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden="true" />
        {label}
        {of && <VisuallyHidden>: {of}</VisuallyHidden>}
      </summary>
      {children}
    </details>
  );
}
