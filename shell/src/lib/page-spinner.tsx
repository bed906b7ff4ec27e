import { Spinner } from 'ui/spinner';
import styles from './page-spinner.module.css';

/** A whole page that is on its way. It appears late, so that a quick answer shows no flash of it. */
export function PageSpinner() {
  return (
    <div className={styles.page}>
      <Spinner size="large" label="Carregando" />
    </div>
  );
}
