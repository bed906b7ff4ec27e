import type { ApiOutputs } from 'api/contract';
import { formatCents, formatRate } from 'domain/money';
import { ReceiptText } from 'lucide-react';
import { Badge } from 'ui/badge';
import { Card, CardHeader } from 'ui/card';
import { Money } from 'ui/money';
import { ScreenState } from 'ui/screen-state';
import { HistoryEntry, HistoryList } from './history-list.tsx';

type Purchase = ApiOutputs['customers']['dashboard']['purchases'][number];

/** The latest purchases and what they brought. */
export function PurchaseHistory({ purchases }: { purchases: readonly Purchase[] }) {
  return (
    <Card flush>
      <CardHeader title="Histórico de Cashback" />
      {purchases.length === 0 ? (
        <ScreenState
          state="empty"
          icon={<ReceiptText />}
          title="Nenhuma transação ainda"
          description="Informe seu telefone na próxima compra e o cashback aparece aqui."
        />
      ) : (
        <HistoryList>
          {purchases.map((purchase) => (
            <PurchaseEntry key={purchase.id} purchase={purchase} />
          ))}
        </HistoryList>
      )}
    </Card>
  );
}

function PurchaseEntry({ purchase }: { purchase: Purchase }) {
  const { merchantName, createdAt, timeZone, amountCents, cashbackCents, rateBasisPoints, credited } =
    purchase;
  return (
    <HistoryEntry
      merchantName={merchantName}
      at={createdAt}
      timeZone={timeZone}
      detail={`Compra de ${formatCents(amountCents)}`}
      // Green is for what has arrived.
      amount={credited ? <Money cents={cashbackCents} tone="gain" /> : `+${formatCents(cashbackCents)}`}
      amountNote={formatRate(rateBasisPoints)}
      mark={credited ? undefined : <Badge tone="warning">aguardando leitura do QR Code</Badge>}
    />
  );
}
