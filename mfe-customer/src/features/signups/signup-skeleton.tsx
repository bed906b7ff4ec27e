import { Skeleton } from 'ui/skeleton';
import styles from './signup-skeleton.module.css';

/** Heading, three fields and a button, before they are here. */
export function SignupSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="80%" height="1.625rem" />
      <Skeleton width="95%" height="1rem" />
      {['name', 'email', 'phone'].map((field) => (
        <div key={field} className={styles.field}>
          <Skeleton width="6rem" height="1rem" />
          <Skeleton height="var(--control-height)" radius="var(--radius-md)" />
        </div>
      ))}
      <Skeleton height="var(--control-height-large)" radius="var(--radius-lg)" />
    </div>
  );
}
