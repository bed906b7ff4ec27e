import { formatCents } from 'domain/money';
import { failureMessage } from 'federation/error-message';
import { ReceiptText } from 'lucide-react';
import { Alert } from 'ui/alert';
import { Card } from 'ui/card';
import { LoadMore } from 'ui/load-more';
import { ScreenState } from 'ui/screen-state';
import styles from './ledger.module.css';
import { unpostedExpiryCents } from './ledger-labels.ts';
import { LedgerRowsSkeleton } from './ledger-skeleton.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { useLedger } from './use-ledger.ts';

interface LedgerProps {
  customerId: string;
  /** The merchant's: days are its own. */
  timeZone: string;
}

/** Every row that made the balance what it is, newest first. */
export function Ledger({ customerId, timeZone }: LedgerProps) {
  const ledger = useLedger(customerId);
  const { data: entries, error, isFetching, refetch } = ledger;
  if (!entries) {
    return (
      <Card flush>
        {error ? (
          <ScreenState
            state="failed"
            message={failureMessage(error, 'Erro ao carregar o extrato')}
            onRetry={refetch}
            retrying={isFetching}
          />
        ) : (
          <ScreenState state="loading" label="Carregando extrato">
            <LedgerRowsSkeleton />
          </ScreenState>
        )}
      </Card>
    );
  }
  if (entries.length === 0) {
    return (
      <Card>
        <ScreenState
          state="empty"
          icon={<ReceiptText />}
          title="Nenhum lançamento ainda"
          description="O crédito de uma compra aparece aqui quando o cliente escaneia o QR Code."
        />
      </Card>
    );
  }
  return (
    <div className={styles.ledger}>
      <UnpostedExpiry cents={unpostedExpiryCents(entries, Date.now())} />
      <Card flush>
        <LedgerTable entries={entries} timeZone={timeZone} />
      </Card>
      <LoadMore list={ledger} failure={failureMessage(ledger.error, 'Erro ao carregar o extrato')} />
    </div>
  );
}

function UnpostedExpiry({ cents }: { cents: number }) {
  if (cents === 0) return null;
  return (
    <Alert tone="info" role="note">
      {formatCents(cents)} de crédito já vencido não contam mais no saldo; o lançamento do vencimento ainda
      vai aparecer aqui.
    </Alert>
  );
}
