import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import styles from './frame-skeleton.module.css';

/** A screen of the back office that is on its way: its title and first cards. */
export function FrameSkeleton() {
  return (
    <ScreenState state="loading" label="Carregando página">
      <div className={styles.screen}>
        <Skeleton width="14rem" height="2rem" />
        <Skeleton width="22rem" height="1rem" />
        <div className={styles.cards}>
          <Card>
            <Skeleton height="9rem" />
          </Card>
          <Card>
            <Skeleton height="9rem" />
          </Card>
        </div>
      </div>
    </ScreenState>
  );
}
