import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { FormCard, FormHeading } from '../../lib/form-card.tsx';
import styles from './my-data.module.css';

/** What the customer reads once they are erased. */
export function ErasedNote({ merchantName }: { merchantName: string }) {
  return (
    <FormCard>
      <div ref={focusOnArrival} tabIndex={-1} className={styles.arrival}>
        <FormHeading title="Seus dados foram apagados">
          {merchantName} não sabe mais quem você é. Uma nova compra com este telefone começa um cadastro do
          zero.
        </FormHeading>
      </div>
    </FormCard>
  );
}
