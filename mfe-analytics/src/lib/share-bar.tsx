import styles from './share-bar.module.css';

export type ShareTone = 'green' | 'blue' | 'purple' | 'orange' | 'red';

interface ShareBarProps {
  /** One or more parts of one whole, in tenths of a percent. */
  parts: readonly { tenths: number; tone: ShareTone }[];
}

/** How much of a whole something is, to be seen at a glance; the number stands beside it as text. */
export function ShareBar({ parts }: ShareBarProps) {
  return (
    <span className={styles.track} aria-hidden="true">
      {parts.map(({ tenths, tone }) => (
        <span key={tone} className={`${styles.part} ${styles[tone]}`} style={{ width: `${tenths / 10}%` }} />
      ))}
    </span>
  );
}
