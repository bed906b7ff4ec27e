import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'ui/button';
import { Skeleton } from 'ui/skeleton';
import { VisuallyHidden } from 'ui/visually-hidden';
import { movementRowId } from './focus-row.ts';
import styles from './movement-row.module.css';

export interface MovementRowProps {
  id: string;
  /** The customer; the phone under a name. Left out where the whole list is of one customer. */
  who?: readonly ReactNode[] | undefined;
  /** The time and the employee. */
  when: readonly ReactNode[];
  amount: ReactNode;
  /** The whole amount is reversed. */
  isReversed: boolean;
  /** Lines under the amount. */
  details?: readonly ReactNode[] | undefined;
  badges: ReactNode;
  action?: ReactNode | undefined;
  /** The ways to give a waiting code to its customer. */
  codeActions?: ReactNode | undefined;
  /** The reversals. */
  children?: ReactNode | undefined;
}

/** One purchase or redemption: on a wide card a line with columns, on a phone a block. */
export function MovementRow({ id, who, when, amount, isReversed, details = [], ...rest }: MovementRowProps) {
  const { badges, action, codeActions, children } = rest;
  return (
    <li id={movementRowId(id)} tabIndex={-1} className={styles.row}>
      <div className={styles.who}>
        <Lines lines={who ?? when} isTitled />
      </div>
      {who && (
        <div className={styles.when}>
          <Lines lines={when} />
        </div>
      )}
      <div className={styles.money}>
        <p className={styles.amount}>{isReversed ? <s>{amount}</s> : amount}</p>
        {details.length > 0 && (
          <div className={styles.details}>
            <Lines lines={details} />
          </div>
        )}
      </div>
      <div className={styles.badges}>{badges}</div>
      {action && <div className={styles.action}>{action}</div>}
      {codeActions && <div className={styles.codeActions}>{codeActions}</div>}
      {children && <div className={styles.aftermath}>{children}</div>}
    </li>
  );
}

function Lines({ lines, isTitled = false }: { lines: readonly ReactNode[]; isTitled?: boolean }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and never move.
    <p key={index} className={isTitled && index === 0 ? styles.title : styles.line}>
      {line}
    </p>
  ));
}

interface QuietButtonProps extends ButtonProps {
  label: string;
  /** Completes the label for screen readers, which do not see the row around it. */
  what: string;
}

/** What takes something back: within reach on every row, and the loudest of none. */
export function QuietButton({ label, what, ...button }: QuietButtonProps) {
  return (
    <Button {...button} variant="ghost" className={styles.quiet}>
      {label}
      <VisuallyHidden> {what}</VisuallyHidden>
    </Button>
  );
}

export function ReverseButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <QuietButton icon={<Undo2 />} label="Estornar" what={what} data-target="reverse" onClick={onClick} />
  );
}

/** The list of rows. */
export function MovementRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.rows}>
      {children}
    </ul>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e'];

/** Five rows that are coming. */
export function MovementRowsSkeleton() {
  return (
    <div className={styles.rows}>
      {SKELETON_ROWS.map((key) => (
        <div key={key} className={styles.row}>
          <div className={styles.who}>
            <Skeleton width="9rem" height="1rem" className={styles.bar} />
            <Skeleton width="8rem" height="0.8125rem" className={styles.bar} />
          </div>
          <div className={styles.when}>
            <Skeleton width="9rem" height="0.8125rem" className={styles.bar} />
            <Skeleton width="7rem" height="0.8125rem" className={styles.bar} />
          </div>
          <div className={styles.money}>
            <div className={styles.amount}>
              <Skeleton width="6rem" height="1rem" className={styles.bar} />
            </div>
            <div className={styles.details}>
              <Skeleton width="10rem" height="0.8125rem" className={styles.bar} />
            </div>
          </div>
          <div className={styles.badges}>
            <Skeleton width="6rem" height="1.375rem" radius="999px" />
          </div>
          <div className={styles.action}>
            <Skeleton width="7rem" height="2.75rem" />
          </div>
        </div>
      ))}
    </div>
  );
}
