import { formatCents } from 'domain/money';
import { HandCoins } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { ScreenState } from 'ui/screen-state';
import { trpc } from '../../lib/trpc.ts';
import { MovementsCard } from './movements-card.tsx';
import { pollWhileWaiting } from './poll-while-waiting.ts';
import { RedemptionReversalDialog } from './redemption-reversal-dialog.tsx';
import { RedemptionRow } from './redemption-row.tsx';
import { type Redemption, withheldMessages } from './reversal-messages.ts';
import { ReversalOutcomeDialog } from './reversal-outcome-dialog.tsx';
import { type ReversalOutcome, useReversalFlow } from './use-reversal-flow.ts';
import { type RedemptionReversal, useReverseRedemption } from './use-reversals.ts';

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
  const reverse = useReverseRedemption();
  const flow = useReversalFlow<Redemption>();

  function finish(reversal: RedemptionReversal) {
    flow.finish(outcomeOf(reversal));
    onReversed?.();
  }

  return (
    <>
      <MovementsCard
        title="Últimos resgates"
        description="Os 20 mais recentes e a situação de cada um."
        movements={query.data?.redemptions}
        query={query}
        loadingLabel="Carregando os últimos resgates"
        failure="Não foi possível carregar os últimos resgates"
        empty={<NoRedemptions isOneCustomer={customerId !== undefined} />}
        row={(redemption) => (
          <RedemptionRow
            key={redemption.id}
            redemption={redemption}
            isOneCustomer={customerId !== undefined}
            onReverse={() => flow.open(redemption)}
          />
        )}
      />
      {flow.opened && (
        <RedemptionReversalDialog
          key={flow.opened.id}
          redemption={flow.opened}
          reverse={reverse}
          onClose={flow.cancel}
          onReversed={finish}
        />
      )}
      {flow.outcome && <ReversalOutcomeDialog {...flow.outcome} onClose={flow.acknowledge} />}
    </>
  );
}

/** A notice that not all of it came back to the balance. */
function outcomeOf(reversal: RedemptionReversal): ReversalOutcome | undefined {
  const { amountCents, expiredCents, recoveredCents } = reversal;
  const notices = withheldMessages(reversal);
  if (notices.length === 0) return undefined;
  const returnedCents = amountCents - expiredCents - recoveredCents;
  return {
    title: 'Resgate estornado',
    rows: [
      { label: 'Valor do resgate', value: formatCents(amountCents) },
      { label: 'Voltou ao saldo', value: formatCents(returnedCents), strong: true },
    ],
    notices,
  };
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
