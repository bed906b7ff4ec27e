import type { ApiOutputs } from 'api/contract';
import { formatDay } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { Combine } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { VisuallyHidden } from 'ui/visually-hidden';
import { balanceCents } from './customer-detail.ts';
import { MergeForm } from './merge-form.tsx';
import styles from './ninth-digit-dialog.module.css';
import type { MergeCustomers } from './use-corrections.ts';

type FoundPairs = ApiOutputs['customers']['ninthDigitPairs'];
type Pair = FoundPairs['pairs'][number];

interface NinthDigitDialogProps {
  found: FoundPairs;
  merge: MergeCustomers;
  /** Reads the pairs again; false if that failed, and `found` still has the merged one. */
  onMerged: () => Promise<boolean>;
  onClose: () => void;
}

/** The pairs, each with the way to its merge and back. */
export function NinthDigitDialog({ found, merge, onMerged, onClose }: NinthDigitDialogProps) {
  const [chosen, setChosen] = useState<Pair>();
  const { count, pairs, timeZone } = found;
  const back = () => setChosen(undefined);

  // After a merge the list appears once it is without the pair. Before, its first row would take the focus
  // and be removed with it.
  if (chosen && pairs.some(({ source }) => source.id === chosen.source.id)) {
    return (
      <MergeForm
        customer={chosen.target}
        other={chosen.source}
        merge={merge}
        onMerged={() => onMerged().then((isRead) => (isRead ? undefined : back()))}
        onClose={back}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Clientes com dois cadastros"
      description="O mesmo celular, com e sem o nono dígito. Una os dois: saldo e histórico ficam em um só."
    >
      <ul>
        {pairs.map((pair) => (
          <li key={pair.source.id} className={styles.pair}>
            <div className={styles.records}>
              <PairedRecord record={pair.target} timeZone={timeZone} />
              <PairedRecord record={pair.source} timeZone={timeZone} />
            </div>
            <Button variant="secondary" icon={<Combine />} onClick={() => setChosen(pair)}>
              <span>
                Unir<VisuallyHidden> os cadastros de {formatPhone(pair.target.phone)}</VisuallyHidden>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {count > pairs.length && <p className={styles.rest}>Os próximos aparecem quando você unir estes.</p>}
    </Dialog>
  );
}

function PairedRecord({ record, timeZone }: { record: Pair['target']; timeZone: string }) {
  const { name, phone, lastPurchaseAt } = record;
  return (
    <div className={styles.record}>
      <p className={styles.name}>{name ?? 'Nome não informado'}</p>
      <p className={styles.balance}>Saldo: {formatCents(balanceCents(record))}</p>
      <p className={styles.detail}>
        <span className={styles.phone}>{formatPhone(phone)}</span> ·{' '}
        {lastPurchaseAt ? `Última compra: ${formatDay(lastPurchaseAt, timeZone)}` : 'Nenhuma compra'}
      </p>
    </div>
  );
}
