import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { CodeActions } from 'federation/code-actions';
import { useStaffSession } from 'federation/remote-host';
import { Badge, type BadgeProps } from 'ui/badge';
import { useShownCode } from '../../lib/use-shown-code.ts';
import { CancelButton } from './cancel-button.tsx';
import { customerLabel, customerLines } from './customer-lines.tsx';
import { MovementRow, ReverseButton } from './movement-row.tsx';
import { type Redemption, withheldMessages } from './reversal-messages.ts';
import { ReversalNote } from './reversal-note.tsx';
import { useRedemptionWhatsAppLink } from './use-whatsapp-links.ts';

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
  const { label, tone } = redemption.canceledAt ? CANCELED : STATUS[redemption.status];
  const ofWhom = `resgate de ${amount} de ${customerLabel(redemption)}`;
  const isWaiting = redemption.status === 'waiting';
  const { linkTo } = useShownCode('resgate');
  const askWhatsAppLink = useRedemptionWhatsAppLink();
  return (
    <MovementRow
      id={redemption.id}
      who={isOneCustomer ? undefined : customerLines(redemption)}
      when={[time, `por ${redemption.employeeName}`]}
      amount={amount}
      isReversed={redemption.status === 'reversed'}
      badges={<Badge tone={tone}>{label}</Badge>}
      action={
        isWaiting ? (
          <CancelButton redemptionId={redemption.id} what={`o ${ofWhom}`} />
        ) : (
          redemption.canReverse && <ReverseButton what={`o ${ofWhom}`} onClick={onReverse} />
        )
      }
      codeActions={
        isWaiting && (
          <CodeActions
            {...linkTo(redemption.id)}
            what={`do ${ofWhom}`}
            askWhatsAppLink={() => askWhatsAppLink(redemption.id)}
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

type Status = { label: string; tone: BadgeProps['tone'] };

/** Not by its customer's doing: shown in place of 'Não confirmado'. */
const CANCELED: Status = { label: 'Cancelado', tone: 'neutral' };

const STATUS: Record<Redemption['status'], Status> = {
  waiting: { label: 'Aguardando', tone: 'warning' },
  completed: { label: 'Resgatado', tone: 'success' },
  unclaimed: { label: 'Não confirmado', tone: 'neutral' },
  reversed: { label: 'Estornado', tone: 'info' },
};
