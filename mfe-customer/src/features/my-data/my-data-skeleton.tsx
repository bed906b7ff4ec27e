import { Loading } from 'ui/loading';
import { Skeleton } from 'ui/skeleton';
import { FormCard } from '../../lib/form-card.tsx';
import styles from './my-data.module.css';

export function MyDataSkeleton() {
  return (
    <FormCard>
      <Loading label="Carregando">
        <div className={styles.part}>
          <Skeleton width="60%" height="1.625rem" />
          <Skeleton height="var(--control-height)" radius="var(--radius-md)" />
          <Skeleton height="var(--control-height-large)" radius="var(--radius-lg)" />
        </div>
      </Loading>
    </FormCard>
  );
}
