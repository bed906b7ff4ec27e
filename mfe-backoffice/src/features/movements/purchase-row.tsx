import { formatDayAndTime } from 'domain/local-dates';
import { formatCents, formatRate } from 'domain/money';
import { CodeActions } from 'federation/code-actions';
import { useStaffSession } from 'federation/remote-host';
import { Badge, type BadgeProps } from 'ui/badge';
import { type UndonePurchase, UndoPurchaseButton } from '../../lib/undo-purchase-button.tsx';
import { useShownCode } from '../../lib/use-shown-code.ts';
import { customerLabel, customerLines } from './customer-lines.tsx';
import { MovementRow, ReverseButton } from './movement-row.tsx';
import styles from './purchase-row.module.css';
import {
  agree,
  openCents,
  type Purchase,
  reversedCashbackMessage,
  shortfallMessage,
} from './reversal-messages.ts';
import { ReversalNote } from './reversal-note.tsx';
import { usePurchaseWhatsAppLink } from './use-whatsapp-links.ts';

interface PurchaseRowProps {
  purchase: Purchase;
  /** The whole list is of one customer: their name is above it. */
  isOneCustomer: boolean;
  onReverse: () => void;
  onUndone: ((purchase: UndonePurchase) => void) | undefined;
}

export function PurchaseRow({ purchase, isOneCustomer, onReverse, onUndone }: PurchaseRowProps) {
  const { timeZone } = useStaffSession().merchant;
  const time = formatDayAndTime(purchase.createdAt, timeZone);
  const amount = formatCents(purchase.amountCents);
  const ofWhom = `compra de ${amount} de ${customerLabel(purchase)}`;
  const { linkTo } = useShownCode('codigo');
  const askWhatsAppLink = usePurchaseWhatsAppLink();
  return (
    <MovementRow
      id={purchase.id}
      who={isOneCustomer ? undefined : customerLines(purchase)}
      when={[time, `por ${purchase.employeeName}`]}
      amount={amount}
      isReversed={purchase.status === 'reversed'}
      details={detailsOf(purchase)}
      badges={<PurchaseBadges purchase={purchase} />}
      action={purchase.canReverse && <ReverseButton what={`a ${ofWhom}`} onClick={onReverse} />}
      codeActions={
        purchase.status === 'waiting' && (
          <CodeActions
            {...linkTo(purchase.id)}
            what={`da ${ofWhom}`}
            askWhatsAppLink={() => askWhatsAppLink(purchase.id)}
          />
        )
      }
    >
      {onUndone && isUndoable(purchase) ? (
        <div className={styles.undo}>
          <UndoPurchaseButton
            purchase={purchase}
            what={`a compra de ${amount} de ${customerLabel(purchase)}`}
            onUndone={onUndone}
          />
        </div>
      ) : (
        purchase.reversals.length > 0 &&
        purchase.reversals.map((reversal) => (
          <ReversalNote
            key={reversal.id}
            title={`Estorno de ${formatCents(reversal.amountCents)}`}
            reversal={reversal}
            consequence={reversedCashbackMessage(reversal)}
            warnings={reversal.shortfallCents > 0 ? [shortfallMessage(reversal.shortfallCents)] : []}
          />
        ))
      )}
    </MovementRow>
  );
}

function isUndoable({ canReverse, status, rateBasisPoints, reversedAmountCents }: Purchase): boolean {
  const isUnconfirmed = status === 'waiting' || (status === 'unclaimed' && rateBasisPoints === 0);
  return canReverse && isUnconfirmed && reversedAmountCents === 0;
}

function detailsOf(purchase: Purchase): string[] {
  const { cashbackCents, rateBasisPoints } = purchase;
  // A rate of 0 is said by the badge.
  const details =
    rateBasisPoints > 0 ? [`${formatCents(cashbackCents)} de cashback (${formatRate(rateBasisPoints)})`] : [];
  if (isPartlyReversed(purchase))
    details.push(`${agree(openCents(purchase), 'Resta', 'Restam')} ${formatCents(openCents(purchase))}`);
  return details;
}

function isPartlyReversed(purchase: Purchase): boolean {
  return purchase.reversedAmountCents > 0 && purchase.status !== 'reversed';
}

const STATUS: Record<Purchase['status'], { label: string; tone: BadgeProps['tone'] }> = {
  waiting: { label: 'Aguardando leitura', tone: 'warning' },
  credited: { label: 'Creditado', tone: 'success' },
  unclaimed: { label: 'Não lido', tone: 'neutral' },
  reversed: { label: 'Estornado', tone: 'info' },
};

const WITHOUT_CASHBACK = { label: 'Sem cashback', tone: 'neutral' } as const;

/** A part taken back says nothing about whether the code was read, so both are said while it wasn't. */
function PurchaseBadges({ purchase }: { purchase: Purchase }) {
  const { status, rateBasisPoints } = purchase;
  const { label, tone } = status === 'unclaimed' && rateBasisPoints === 0 ? WITHOUT_CASHBACK : STATUS[status];
  const isPartly = isPartlyReversed(purchase);
  return (
    <>
      {!(isPartly && status === 'credited') && <Badge tone={tone}>{label}</Badge>}
      {isPartly && <Badge tone="info">Estornado em parte</Badge>}
    </>
  );
}
