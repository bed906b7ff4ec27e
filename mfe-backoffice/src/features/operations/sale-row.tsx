import { formatDayAndTime } from 'domain/local-dates';
import { formatCents, formatRate } from 'domain/money';
import { useStaffSession } from 'federation/remote-host';
import { Badge, type BadgeProps } from 'ui/badge';
import { customerLabel, customerLines } from './customer-lines.tsx';
import { OperationRow, ReverseButton } from './operation-row.tsx';
import {
  agree,
  openCents,
  reversedCashbackMessage,
  type Sale,
  shortfallMessage,
} from './reversal-messages.ts';
import { ReversalNote } from './reversal-note.tsx';

interface SaleRowProps {
  sale: Sale;
  /** The whole list is of one customer: their name is above it. */
  isOneCustomer: boolean;
  onReverse: () => void;
}

export function SaleRow({ sale, isOneCustomer, onReverse }: SaleRowProps) {
  const { timeZone } = useStaffSession().merchant;
  const time = formatDayAndTime(sale.createdAt, timeZone);
  const amount = formatCents(sale.amountCents);
  return (
    <OperationRow
      id={sale.id}
      who={isOneCustomer ? undefined : customerLines(sale)}
      when={[time, `por ${sale.employeeName}`]}
      amount={amount}
      isReversed={sale.status === 'reversed'}
      figures={figuresOf(sale)}
      badges={<SaleBadges sale={sale} />}
      action={
        sale.canReverse && (
          <ReverseButton what={`a compra de ${amount} de ${customerLabel(sale)}`} onClick={onReverse} />
        )
      }
    >
      {sale.reversals.length > 0 &&
        sale.reversals.map((reversal) => (
          <ReversalNote
            key={reversal.id}
            title={`Estorno de ${formatCents(reversal.amountCents)}`}
            reversal={reversal}
            consequence={reversedCashbackMessage(reversal)}
            warnings={reversal.shortfallCents > 0 ? [shortfallMessage(reversal.shortfallCents)] : []}
          />
        ))}
    </OperationRow>
  );
}

function figuresOf(sale: Sale): string[] {
  const figures = [`${formatCents(sale.cashbackCents)} de cashback (${formatRate(sale.rateBasisPoints)})`];
  if (isPartlyReversed(sale))
    figures.push(`${agree(openCents(sale), 'Resta', 'Restam')} ${formatCents(openCents(sale))}`);
  return figures;
}

function isPartlyReversed(sale: Sale): boolean {
  return sale.reversedAmountCents > 0 && sale.status !== 'reversed';
}

const STATUS: Record<Sale['status'], { label: string; tone: BadgeProps['tone'] }> = {
  waiting: { label: 'Aguardando leitura', tone: 'warning' },
  credited: { label: 'Creditado', tone: 'success' },
  unclaimed: { label: 'Não lido', tone: 'neutral' },
  reversed: { label: 'Estornado', tone: 'info' },
};

/** A part taken back says nothing about whether the code was read, so both are said while it wasn't. */
function SaleBadges({ sale }: { sale: Sale }) {
  const { label, tone } = STATUS[sale.status];
  const isPartly = isPartlyReversed(sale);
  return (
    <>
      {!(isPartly && sale.status === 'credited') && <Badge tone={tone}>{label}</Badge>}
      {isPartly && <Badge tone="info">Estornado em parte</Badge>}
    </>
  );
}
