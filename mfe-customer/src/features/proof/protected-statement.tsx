import { FormCard } from '../../lib/form-card.tsx';
import styles from './protected-statement.module.css';
import { ProveForm } from './prove-form.tsx';

interface ProtectedStatementProps {
  phone: string;
  slug: string | undefined;
  onProved: () => void;
}

/** In the place of a balance that is shown to its customer alone. Program and merchant are above it. */
export function ProtectedStatement({ phone, slug, onProved }: ProtectedStatementProps) {
  return (
    <FormCard>
      <div className={styles.text}>
        <h2 className={styles.title}>Extrato protegido</h2>
        <p className={styles.subtitle}>
          Saldo e histórico aparecem só para quem prova ser o cliente. Confirme que é você:
        </p>
      </div>
      <ProveForm who={{ phone, slug }} onProved={onProved} />
    </FormCard>
  );
}
