import { formatCents } from 'domain/money';
import { MovementsCard, type MovementsCardProps } from './movements-card.tsx';
import { RedemptionReversalDialog } from './redemption-reversal-dialog.tsx';
import { RedemptionRow } from './redemption-row.tsx';
import { type Redemption, withheldMessages } from './reversal-messages.ts';
import { ReversalOutcomeDialog } from './reversal-outcome-dialog.tsx';
import { type ReversalOutcome, useReversalFlow } from './use-reversal-flow.ts';
import { type RedemptionReversal, useReverseRedemption } from './use-reversals.ts';

type RedemptionsCardProps = Pick<
  MovementsCardProps<Redemption>,
  'title' | 'description' | 'movements' | 'query' | 'empty'
> & { isOneCustomer: boolean; onReversed?: (() => void) | undefined };

/** Redemptions, and the way to undo one. */
export function RedemptionsCard({ isOneCustomer, onReversed, ...card }: RedemptionsCardProps) {
  const reverse = useReverseRedemption();
  const flow = useReversalFlow<Redemption>();

  function finish(reversal: RedemptionReversal) {
    flow.finish(outcomeOf(reversal));
    onReversed?.();
  }

  return (
    <>
      <MovementsCard
        {...card}
        loadingLabel="Carregando os resgates"
        failure="Não foi possível carregar os resgates"
        row={(redemption) => (
          <RedemptionRow
            key={redemption.id}
            redemption={redemption}
            isOneCustomer={isOneCustomer}
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
