import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { ScreenState } from 'ui/screen-state';
import { trpc } from '../../lib/trpc.ts';
import type { UndonePurchase } from '../../lib/undo-purchase-button.tsx';
import { pollWhileWaiting } from './poll-while-waiting.ts';
import { PurchasesCard } from './purchases-card.tsx';

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
  return (
    <PurchasesCard
      title="Últimas compras"
      description="As 20 mais recentes e a situação do cashback de cada uma."
      movements={query.data?.sales}
      query={query}
      empty={<NoPurchases isOneCustomer={customerId !== undefined} />}
      isOneCustomer={customerId !== undefined}
      onUndone={onUndone}
    />
  );
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
