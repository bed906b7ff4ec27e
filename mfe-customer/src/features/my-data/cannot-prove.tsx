import { DATA_REQUEST_DAYS } from 'domain/data-requests';
import { Button } from 'ui/button';
import styles from './my-data.module.css';

/** The way to the merchant, for a customer who cannot prove on the spot who they are. */
export function CannotProve({ onCannotProve }: { onCannotProve: () => void }) {
  return (
    <div className={styles.aside}>
      <p className={styles.note}>
        Sem PIN nem email confirmado? Peça à loja, que responde em até {DATA_REQUEST_DAYS} dias.
      </p>
      <Button variant="ghost" block onClick={onCannotProve}>
        Não consigo provar
      </Button>
    </div>
  );
}
