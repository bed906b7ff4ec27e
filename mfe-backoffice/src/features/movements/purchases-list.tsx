import { formatCents } from 'domain/money';
import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { ScreenState } from 'ui/screen-state';
import { trpc } from '../../lib/trpc.ts';
import type { UndonePurchase } from '../../lib/undo-purchase-button.tsx';
import { MovementsCard } from './movements-card.tsx';
import { pollWhileWaiting } from './poll-while-waiting.ts';
import { PurchaseReversalDialog } from './purchase-reversal-dialog.tsx';
import { PurchaseRow } from './purchase-row.tsx';
import { type Purchase, shortfallMessage } from './reversal-messages.ts';
import { ReversalOutcomeDialog } from './reversal-outcome-dialog.tsx';
import { type ReversalOutcome, useReversalFlow } from './use-reversal-flow.ts';
import { type PurchaseReversal, useReversePurchase } from './use-reversals.ts';

interface PurchasesListProps {
  customerId?: string | undefined;
  /** Given where the purchase can be typed again: a waiting one can then be undone in one press. */
  onUndone?: (purchase: UndonePurchase) => void;
}

/** The latest purchases, the merchant's or one customer's, and the way to take one back. */
export function PurchasesList({ customerId, onUndone }: PurchasesListProps) {
  const query = trpc.cashback.latest.useQuery(
    { customerId },
    { refetchInterval: ({ state }) => pollWhileWaiting(state.data?.sales) },
  );
  const reverse = useReversePurchase();
  const flow = useReversalFlow<Purchase>();
  return (
    <>
      <MovementsCard
        title="Últimas compras"
        description="As 20 mais recentes e a situação do cashback de cada uma."
        movements={query.data?.sales}
        query={query}
        loadingLabel="Carregando as últimas compras"
        failure="Não foi possível carregar as últimas compras"
        empty={<NoPurchases isOneCustomer={customerId !== undefined} />}
        row={(purchase) => (
          <PurchaseRow
            key={purchase.id}
            purchase={purchase}
            isOneCustomer={customerId !== undefined}
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

function NoPurchases({ isOneCustomer }: { isOneCustomer: boolean }) {
  if (!isOneCustomer) {
    return (
      <ScreenState
        state="empty"
        icon={<ReceiptText />}
        title="Nenhuma compra registrada ainda"
        description="Registre a primeira no formulário acima: ela aparece aqui assim que o QR Code for gerado."
      />
    );
  }
  return (
    <ScreenState
      state="empty"
      icon={<ReceiptText />}
      title="Este cliente ainda não tem compras"
      description="As compras registradas com o telefone dele aparecem aqui."
      action={
        <Link to="/cashback" className={buttonClassName({ variant: 'secondary' })}>
          Gerar Cashback
        </Link>
      }
    />
  );
}
