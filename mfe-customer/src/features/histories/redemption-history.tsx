import type { ApiOutputs } from 'api/contract';
import { formatCents } from 'domain/money';
import { Badge } from 'ui/badge';
import { Card, CardHeader } from 'ui/card';
import { Money } from 'ui/money';
import { HistoryEntry, HistoryList } from './history-list.tsx';
import { newest } from './newest.ts';

type Redemption = ApiOutputs['customers']['dashboard']['redemptions'][number];
type Reversal = ApiOutputs['customers']['dashboard']['redemptionReversals'][number];

interface RedemptionHistoryProps {
  redemptions: readonly Redemption[];
  reversals: readonly Reversal[];
}

/** The latest redemptions with their reversals; renders nothing where there are none. */
export function RedemptionHistory({ redemptions, reversals }: RedemptionHistoryProps) {
  if (redemptions.length + reversals.length === 0) return null;
  const entries = newest(
    [
      ...reversals.map((reversal) => ({
        at: reversal.at,
        entry: <ReversalEntry key={reversal.id} reversal={reversal} />,
      })),
      ...redemptions.map((redemption) => ({
        at: redemption.completedAt,
        entry: <RedemptionEntry key={redemption.id} redemption={redemption} />,
      })),
    ],
    ({ at }) => at,
  );
  return (
    <Card flush>
      <CardHeader title="Histórico de Resgates" />
      <HistoryList>{entries.map(({ entry }) => entry)}</HistoryList>
    </Card>
  );
}

function RedemptionEntry({ redemption }: { redemption: Redemption }) {
  const { merchantName, completedAt, timeZone, amountCents } = redemption;
  return (
    <HistoryEntry
      merchantName={merchantName}
      at={completedAt}
      timeZone={timeZone}
      amount={<Money cents={amountCents} tone="loss" />}
      amountNote="Resgatado"
    />
  );
}

function ReversalEntry({ reversal }: { reversal: Reversal }) {
  const { amountCents, recoveredCents } = reversal;
  return (
    <HistoryEntry
      {...reversal}
      detail="Resgate desfeito"
      remark={
        recoveredCents > 0 ? `${formatCents(recoveredCents)} cobriram o estorno de uma compra` : undefined
      }
      amount={<Money cents={amountCents} tone="gain" />}
      amountNote={<Badge>Estorno</Badge>}
    />
  );
}
