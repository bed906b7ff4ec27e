import type { ApiOutputs } from 'api/contract';
import { formatLastDay } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { Badge } from 'ui/badge';
import { Money } from 'ui/money';
import { HistoryEntry } from './history-list.tsx';

export type CashbackEvent = ApiOutputs['customers']['dashboard']['cashbackEvents'][number];
type Reversal = Extract<CashbackEvent, { kind: 'reversal' }>;

/** An event that changed the cashback besides a purchase. */
export function CashbackEventEntry({ event }: { event: CashbackEvent }) {
  switch (event.kind) {
    case 'reversal':
      return <ReversalEntry reversal={event} />;
    case 'adjustment':
      return (
        <HistoryEntry
          {...event}
          detail="Correção do saldo"
          amount={<Money cents={event.cashbackCents} tone={event.cashbackCents > 0 ? 'gain' : 'loss'} />}
          amountNote={<Badge>Ajuste</Badge>}
        />
      );
    case 'expiry':
      return (
        <HistoryEntry
          {...event}
          when={`Valia até ${formatLastDay(event.at, event.timeZone)}`}
          amount={<Money cents={event.cashbackCents} tone="loss" />}
          amountNote={<Badge>Vencido</Badge>}
        />
      );
  }
}

function ReversalEntry({ reversal }: { reversal: Reversal }) {
  const { purchaseCents, cashbackCents, credited, notTakenCents } = reversal;
  return (
    <HistoryEntry
      {...reversal}
      detail={`Compra estornada: ${formatCents(purchaseCents)}`}
      remark={
        notTakenCents > 0 ? `${formatCents(notTakenCents)} já usados ou vencidos, não descontados` : undefined
      }
      // Red is for amounts that left the balance, as green is for those that arrived.
      amount={credited ? <Money cents={cashbackCents} tone="loss" /> : formatCents(cashbackCents)}
      amountNote={<Badge>Estorno</Badge>}
    />
  );
}
