import type { CSSProperties } from 'react';
import styles from './celebration.module.css';

const SPARK_COUNT = 10;
const SPARKS = Array.from({ length: SPARK_COUNT }, (_, index) => (index * 360) / SPARK_COUNT);

/** A tick that draws itself, and a few sparks that fly once. Decoration: the heading beside it says it. */
export function Celebration() {
  return (
    <span className={styles.celebration} aria-hidden="true">
      {SPARKS.map((degrees) => (
        <span key={degrees} className={styles.spark} style={towards(degrees)} />
      ))}
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false" className={styles.tick}>
        <circle cx="24" cy="24" r="24" className={styles.disc} />
        <path d="m14.5 24.8 6.7 6.7 12.6-14" pathLength="1" className={styles.stroke} />
      </svg>
    </span>
  );
}

/** The direction a spark flies in, for the keyframes. (The `rotate` property is too new for some phones.) */
function towards(degrees: number): CSSProperties {
  return { '--direction': `${degrees}deg` } as CSSProperties;
}
