import { formatCents } from 'domain/money';
import { Trash2 } from 'lucide-react';
import { lazy, type MouseEventHandler, Suspense, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { formatCount, formatDate } from '../../lib/number-formats.ts';
import styles from './spend-entries.module.css';
import type { Spend, SpendEntry } from './use-spend.ts';

/** The dialog's code is loaded on the first removal, not with the page. */
const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }));

const SHOWN_AT_FIRST = 3;

interface SpendEntriesProps {
  spend: Spend;
  mayWrite: boolean;
}

/** The investments, newest day first: a few at first, then all that the server sent. */
export function SpendEntries({ spend: { entries, count }, mayWrite }: SpendEntriesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { list, removing, ask, close } = useRemoval();
  const shown = isWhole ? entries : entries.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul ref={list} aria-label="Investimentos do período" tabIndex={-1}>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} onRemove={mayWrite ? ask(entry) : undefined} />
        ))}
      </ul>
      {entries.length > shown.length && (
        <div className={styles.more}>
          <Button variant="ghost" block onClick={() => setIsWhole(true)}>
            Mostrar mais ({formatCount(entries.length - shown.length)})
          </Button>
        </div>
      )}
      {isWhole && count > entries.length && (
        <p className={styles.more}>
          Mostrando os {formatCount(entries.length)} mais recentes de {formatCount(count)}. Escolha um período
          menor para ver os outros.
        </p>
      )}
      {removing && (
        <Suspense>
          <RemoveDialog entry={removing} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** The entry to remove, and the focus afterwards: the button goes with its entry, the list stays. */
function useRemoval() {
  const [removing, setRemoving] = useState<SpendEntry>();
  const list = useRef<HTMLUListElement>(null);
  const opener = useRef<HTMLElement>(null);

  const ask =
    (entry: SpendEntry): MouseEventHandler =>
    ({ currentTarget }) => {
      opener.current = currentTarget as HTMLElement;
      setRemoving(entry);
    };

  function close(isRemoved: boolean) {
    setRemoving(undefined);
    // A turn later: the closing dialog lets go of the focus first.
    setTimeout(() => (isRemoved ? list : opener).current?.focus());
  }

  return { list, removing, ask, close };
}

function Entry({ entry, onRemove }: { entry: SpendEntry; onRemove: MouseEventHandler | undefined }) {
  const amount = formatCents(entry.amountCents);
  const date = formatDate(entry.date);
  return (
    <li className={styles.entry}>
      <div className={styles.text}>
        <p className={styles.amount}>{amount}</p>
        <p className={styles.when}>
          {date} · {entry.employeeName}
        </p>
      </div>
      {onRemove && (
        <Button
          variant="ghost"
          className={styles.remove}
          aria-label={`Remover investimento de ${amount} em ${date}`}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
