import type { ApiOutputs } from 'api/contract';
import { Card, CardHeader } from 'ui/card';
import { Money } from 'ui/money';
import { HistoryEntry, HistoryList } from './history-list.tsx';

type Redemption = ApiOutputs['customers']['dashboard']['redemptions'][number];

/** The latest redemptions; nothing at all where there are none. */
export function RedemptionHistory({ redemptions }: { redemptions: readonly Redemption[] }) {
  if (redemptions.length === 0) return null;
  return (
    <Card flush>
      <CardHeader title="Histórico de Resgates" />
      <HistoryList>
        {redemptions.map(({ id, merchantName, completedAt, timeZone, amountCents }) => (
          <HistoryEntry
            key={id}
            merchantName={merchantName}
            at={completedAt}
            timeZone={timeZone}
            amount={<Money cents={amountCents} tone="loss" />}
            amountNote="Resgatado"
          />
        ))}
      </HistoryList>
    </Card>
  );
}
