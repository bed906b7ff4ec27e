import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { useStaffSession } from 'federation/remote-host';
import { Badge, type BadgeProps } from 'ui/badge';
import { customerLabel, customerLines } from './customer-lines.tsx';
import { MovementRow, ReverseButton } from './movement-row.tsx';
import { type Redemption, withheldMessages } from './reversal-messages.ts';
import { ReversalNote } from './reversal-note.tsx';

interface RedemptionRowProps {
  redemption: Redemption;
  /** The whole list is of one customer: their name is above it. */
  isOneCustomer: boolean;
  onReverse: () => void;
}

export function RedemptionRow({ redemption, isOneCustomer, onReverse }: RedemptionRowProps) {
  const { timeZone } = useStaffSession().merchant;
  const time = formatDayAndTime(redemption.createdAt, timeZone);
  const amount = formatCents(redemption.amountCents);
  const { label, tone } = STATUS[redemption.status];
  return (
    <MovementRow
      id={redemption.id}
      who={isOneCustomer ? undefined : customerLines(redemption)}
      when={[time, `por ${redemption.employeeName}`]}
      amount={amount}
      isReversed={redemption.status === 'reversed'}
      badges={<Badge tone={tone}>{label}</Badge>}
      action={
        redemption.canReverse && (
          <ReverseButton
            what={`o resgate de ${amount} de ${customerLabel(redemption)}`}
            onClick={onReverse}
          />
        )
      }
    >
      {redemption.reversal && (
        <ReversalNote
          title={`Estorno de ${amount}`}
          reversal={redemption.reversal}
          warnings={withheldMessages(redemption.reversal)}
        />
      )}
    </MovementRow>
  );
}

const STATUS: Record<Redemption['status'], { label: string; tone: BadgeProps['tone'] }> = {
  waiting: { label: 'Aguardando', tone: 'warning' },
  completed: { label: 'Resgatado', tone: 'success' },
  unclaimed: { label: 'Não confirmado', tone: 'neutral' },
  reversed: { label: 'Estornado', tone: 'info' },
};
