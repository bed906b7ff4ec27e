import { formatCents } from 'domain/money';
import type { UndonePurchase } from '../../lib/undo-purchase-button.tsx';
import { MovementsCard, type MovementsCardProps } from './movements-card.tsx';
import { PurchaseReversalDialog } from './purchase-reversal-dialog.tsx';
import { PurchaseRow } from './purchase-row.tsx';
import { type Purchase, shortfallMessage } from './reversal-messages.ts';
import { ReversalOutcomeDialog } from './reversal-outcome-dialog.tsx';
import { type ReversalOutcome, useReversalFlow } from './use-reversal-flow.ts';
import { type PurchaseReversal, useReversePurchase } from './use-reversals.ts';

type PurchasesCardProps = Pick<
  MovementsCardProps<Purchase>,
  'title' | 'description' | 'movements' | 'query' | 'empty'
> & { isOneCustomer: boolean; onUndone?: ((purchase: UndonePurchase) => void) | undefined };

/** Purchases, and the way to take one back. */
export function PurchasesCard({ isOneCustomer, onUndone, ...card }: PurchasesCardProps) {
  const reverse = useReversePurchase();
  const flow = useReversalFlow<Purchase>();
  return (
    <>
      <MovementsCard
        {...card}
        loadingLabel="Carregando as compras"
        failure="Não foi possível carregar as compras"
        row={(purchase) => (
          <PurchaseRow
            key={purchase.id}
            purchase={purchase}
            isOneCustomer={isOneCustomer}
            onReverse={() => flow.open(purchase)}
            onUndone={onUndone}
          />
        )}
      />
      {flow.opened && (
        <PurchaseReversalDialog
          key={flow.opened.id}
          purchase={flow.opened}
          reverse={reverse}
          onClose={flow.cancel}
          onReversed={(reversal) => flow.finish(outcomeOf(reversal))}
        />
      )}
      {flow.outcome && <ReversalOutcomeDialog {...flow.outcome} onClose={flow.acknowledge} />}
    </>
  );
}

/** A notice that part of the cashback had been spent. */
function outcomeOf({
  amountCents,
  takenCents,
  shortfallCents,
}: PurchaseReversal): ReversalOutcome | undefined {
  if (shortfallCents === 0) return undefined;
  return {
    title: 'Compra estornada',
    rows: [
      { label: 'Valor estornado', value: formatCents(amountCents) },
      { label: 'Cashback retirado', value: formatCents(takenCents) },
      { label: 'Não recuperado', value: formatCents(shortfallCents) },
    ],
    notices: [shortfallMessage(shortfallCents)],
  };
}
