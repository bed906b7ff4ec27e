import type { ApiOutputs } from 'api/contract';
import { CASHBACK_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { formatCents, formatRate } from 'domain/money';
import { ShoppingBag } from 'lucide-react';
import { Badge } from 'ui/badge';
import { Card, CardHeader } from 'ui/card';
import { Money } from 'ui/money';
import { ScreenState } from 'ui/screen-state';
import { type CashbackEvent, CashbackEventEntry } from './cashback-event-entry.tsx';
import styles from './history-list.module.css';
import { HistoryEntry, HistoryList } from './history-list.tsx';
import { newest } from './newest.ts';

type Purchase = ApiOutputs['customers']['dashboard']['purchases'][number];

interface PurchaseHistoryProps {
  purchases: readonly Purchase[];
  /** Other events that changed the cashback. */
  events: readonly CashbackEvent[];
}

/** The latest purchases with their cashback, and other events that changed it. */
export function PurchaseHistory({ purchases, events }: PurchaseHistoryProps) {
  const entries = newest(
    [
      ...events.map((event) => ({
        at: event.at,
        entry: <CashbackEventEntry key={event.id} event={event} />,
      })),
      ...purchases.map((purchase) => ({
        at: purchase.createdAt,
        entry: <PurchaseEntry key={purchase.id} purchase={purchase} />,
      })),
    ],
    ({ at }) => at,
  );
  return (
    <Card flush>
      <CardHeader title="Histórico de Cashback" />
      {entries.length === 0 ? (
        <ScreenState
          state="empty"
          icon={<ShoppingBag />}
          title="Nenhuma transação ainda"
          description="Informe seu telefone na próxima compra e o cashback aparece aqui."
        />
      ) : (
        <HistoryList>{entries.map(({ entry }) => entry)}</HistoryList>
      )}
    </Card>
  );
}

function PurchaseEntry({ purchase }: { purchase: Purchase }) {
  const { merchantName, createdAt, timeZone, amountCents, cashbackCents, rateBasisPoints } = purchase;
  return (
    <HistoryEntry
      merchantName={merchantName}
      at={createdAt}
      timeZone={timeZone}
      detail={`Compra de ${formatCents(amountCents)}`}
      // Green is for confirmed amounts.
      amount={
        purchase.credited ? <Money cents={cashbackCents} tone="gain" /> : `+${formatCents(cashbackCents)}`
      }
      amountNote={rateBasisPoints > 0 && formatRate(rateBasisPoints)}
      mark={purchase.credited ? undefined : <UnconfirmedMark {...purchase} />}
    />
  );
}

/** A code that can still be confirmed and how to get it, or one that can't any more. */
function UnconfirmedMark({ reversed, createdAt, rateBasisPoints }: Purchase) {
  if (rateBasisPoints === 0) return <Badge>não rende cashback</Badge>;
  const isExpired = Date.now() - Date.parse(createdAt) > CASHBACK_TOKEN_TTL_SECONDS * 1_000;
  if (reversed || isExpired) return <Badge>não creditado</Badge>;
  return (
    <span className={styles.waiting}>
      <Badge tone="warning">aguardando leitura do QR Code</Badge> Peça o código no caixa
    </span>
  );
}
