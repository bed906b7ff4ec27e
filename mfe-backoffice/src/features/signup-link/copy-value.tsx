import { Check, Copy } from 'lucide-react';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import { useCopy } from '../../lib/use-copy.ts';
import styles from './copy-value.module.css';

/** A value to be put into a DNS panel exactly as it stands. */
export function CopyValue({ label, value }: { label: string; value: string }) {
  const { isCopied, copy } = useCopy({ copied: 'Copiado!', failed: 'Não foi possível copiar' });
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        <code>{value}</code>
      </dd>
      <dd className={styles.action}>
        <Button variant="ghost" icon={isCopied ? <Check /> : <Copy />} onClick={() => copy(value)}>
          {isCopied ? 'Copiado' : 'Copiar'}
          <VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      </dd>
    </div>
  );
}
