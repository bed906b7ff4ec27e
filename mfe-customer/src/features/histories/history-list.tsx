import { formatDayAndTime } from 'domain/local-dates';
import type { ReactNode } from 'react';
import styles from './history-list.module.css';

/** Entries under each other, to the card's edges. */
export function HistoryList({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>;
}

interface HistoryEntryProps {
  merchantName: string;
  /** The time, ISO 8601, and the time zone to show it in. */
  at: string;
  timeZone: string;
  /** In place of day and time. */
  when?: string | undefined;
  detail?: string | undefined;
  /** A note on the amount. */
  remark?: string | undefined;
  amount: ReactNode;
  /** Under the amount. */
  amountNote: ReactNode;
  /** A mark that sets this entry apart. */
  mark?: ReactNode;
}

/** One thing that happened to the balance. */
export function HistoryEntry(props: HistoryEntryProps) {
  const { merchantName, at, timeZone, when, detail, remark, amount, amountNote, mark } = props;
  return (
    <li className={styles.entry}>
      <div className={styles.text}>
        <p className={styles.merchant}>{merchantName}</p>
        <p className={styles.detail}>
          <time dateTime={at}>{when ?? formatDayAndTime(at, timeZone)}</time>
        </p>
        {detail && <p className={styles.detail}>{detail}</p>}
        {remark && <p className={styles.detail}>{remark}</p>}
      </div>
      <div className={styles.amounts}>
        <p className={styles.amount}>{amount}</p>
        <p className={styles.detail}>{amountNote}</p>
      </div>
      {mark && <p className={styles.mark}>{mark}</p>}
    </li>
  );
}
