import { HandCoins } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { ScreenState } from 'ui/screen-state';
import { trpc } from '../../lib/trpc.ts';
import { pollWhileWaiting } from './poll-while-waiting.ts';
import { RedemptionsCard } from './redemptions-card.tsx';

interface RedemptionsListProps {
  customerId?: string | undefined;
  /** A balance changed that the screen around may be showing. */
  onReversed?: (() => void) | undefined;
}

/** The latest redemptions, the merchant's or one customer's, and the way to undo one. */
export function RedemptionsList({ customerId, onReversed }: RedemptionsListProps) {
  const query = trpc.redemptions.latest.useQuery(
    { customerId },
    { refetchInterval: ({ state }) => pollWhileWaiting(state.data?.redemptions) },
  );
  return (
    <RedemptionsCard
      title="Últimos resgates"
      description="Os 20 mais recentes e a situação de cada um."
      movements={query.data?.redemptions}
      query={query}
      empty={<NoRedemptions isOneCustomer={customerId !== undefined} />}
      isOneCustomer={customerId !== undefined}
      onReversed={onReversed}
    />
  );
}

function NoRedemptions({ isOneCustomer }: { isOneCustomer: boolean }) {
  if (!isOneCustomer) {
    return (
      <ScreenState
        state="empty"
        icon={<HandCoins />}
        title="Nenhum resgate registrado ainda"
        description="Busque um cliente acima e gere o primeiro: ele aparece aqui assim que o QR Code for gerado."
      />
    );
  }
  return (
    <ScreenState
      state="empty"
      icon={<HandCoins />}
      title="Este cliente ainda não fez resgates"
      description="Os descontos que ele usar com o cashback aparecem aqui."
      action={
        <Link to="/redemption" className={buttonClassName({ variant: 'secondary' })}>
          Fazer um resgate
        </Link>
      }
    />
  );
}
