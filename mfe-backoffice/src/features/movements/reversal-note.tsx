import { formatDayAndTime } from 'domain/local-dates';
import { useStaffSession } from 'federation/remote-host';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './reversal-note.module.css';

interface ReversalNoteProps {
  /** 'Estorno de R$ 20,00' */
  title: ReactNode;
  reversal: { createdAt: string; employeeName: string; reason: string };
  /** The effect on the cashback. */
  consequence?: string | undefined;
  /** The unexpected parts of the outcome. */
  warnings: readonly string[];
}

/** One reversal under its movement: amount, time, employee, reason and effect. */
export function ReversalNote({ title, reversal, consequence, warnings }: ReversalNoteProps) {
  const { timeZone } = useStaffSession().merchant;
  return (
    <div className={styles.note}>
      <p>
        <span className={styles.title}>{title}</span>
        <span> · {formatDayAndTime(reversal.createdAt, timeZone)}</span>
        <span> · por {reversal.employeeName}</span>
      </p>
      <p className={styles.reason}>Motivo: {reversal.reason}</p>
      {consequence && <p>{consequence}</p>}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <TriangleAlert aria-hidden="true" />
          {warning}
        </p>
      ))}
    </div>
  );
}
