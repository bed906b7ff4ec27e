import { CopyButton } from '../../lib/copy-button.tsx';
import styles from './copy-value.module.css';

/** A value to be put into a DNS panel exactly as it stands. */
export function CopyValue({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        <code>{value}</code>
      </dd>
      <dd className={styles.action}>
        <CopyButton value={value} what={label} />
      </dd>
    </div>
  );
}
