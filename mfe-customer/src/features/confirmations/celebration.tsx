import styles from './celebration.module.css';

const SPARK_COUNT = 10;
const SPARKS = Array.from({ length: SPARK_COUNT }, (_, index) => (index * 360) / SPARK_COUNT);

/** A tick that draws itself, and a few sparks that fly once. Decoration: the heading beside it says it. */
export function Celebration() {
  return (
    <span className={styles.celebration} aria-hidden="true">
      {SPARKS.map((degrees) => (
        <span key={degrees} className={styles.spark} style={{ rotate: `${degrees}deg` }} />
      ))}
      <svg viewBox="0 0 48 48" className={styles.tick} focusable="false">
        <title>Confirmado</title>
        <circle cx="24" cy="24" r="24" className={styles.disc} />
        <path d="m14.5 24.8 6.7 6.7 12.6-14" pathLength="1" className={styles.stroke} />
      </svg>
    </span>
  );
}
