import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { cashbackMessage, whatsAppLink } from 'domain/whatsapp';
import type { OutboxPurchase } from 'federation/outbox';
import { useStaffSession } from 'federation/remote-host';
import { MessageCircle, Pencil, QrCode, Trash2 } from 'lucide-react';
import { Badge, type BadgeProps } from 'ui/badge';
import { Button } from 'ui/button';
import { ButtonLink } from 'ui/button-link';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './outbox-row.module.css';
import type { IssuedCashback } from './use-issue-cashback.ts';

export interface OutboxRowProps {
  purchase: OutboxPurchase;
  /** Its place among those that wait, from 1. */
  place: number;
  onShow: () => void;
  /** Into the form, to be changed there. */
  onCorrect: () => void;
  onSend: () => void;
  onAsk: () => void;
  onDelete: () => void;
}

const BADGES: Record<OutboxPurchase['state'], { label: string; tone: BadgeProps['tone'] }> = {
  waiting: { label: '', tone: 'warning' },
  sending: { label: 'Enviando…', tone: 'info' },
  issued: { label: 'Código pronto', tone: 'success' },
  refused: { label: 'Precisa de você', tone: 'danger' },
  expired: { label: 'Não enviada', tone: 'neutral' },
};

const WITHOUT_CASHBACK = { label: 'Registrada, sem cashback', tone: 'success' } as const;

/** One purchase that waits: whose, how much, since when, and what can be done. */
export function OutboxRow({ purchase, place, ...actions }: OutboxRowProps) {
  const { timeZone } = useStaffSession().merchant;
  const { request, state, typedAt } = purchase;
  const issued = purchase.issued as IssuedCashback | undefined;
  const { label, tone } = issued?.rateBasisPoints === 0 ? WITHOUT_CASHBACK : BADGES[state];
  const reason = reasonOf(purchase);
  return (
    <li className={styles.row}>
      <p className={styles.who}>{formatPhone(request.phone)}</p>
      <p className={styles.when}>{formatDayAndTime(new Date(typedAt).toISOString(), timeZone)}</p>
      <p className={styles.amount}>{formatCents(request.amountCents)}</p>
      <div className={styles.badge}>
        <Badge tone={tone}>{state === 'waiting' ? `${place}ª da fila` : label}</Badge>
      </div>
      {reason && <p className={styles.reason}>{reason}</p>}
      <div className={styles.actions}>
        <Actions purchase={purchase} {...actions} />
      </div>
    </li>
  );
}

/** Why it was not sent, and what to do about it. */
function reasonOf({ state, refusal, wasSent }: OutboxPurchase): string | undefined {
  if (state === 'refused') return refusal;
  if (state !== 'expired') return undefined;
  return wasSent
    ? 'Passaram 24 horas, e a conexão caiu durante o envio: veja em Últimas compras se ela já está lá. Se não, envie agora; ela entra com a data de hoje.'
    : 'Passaram 24 horas sem conexão. Se a venda ainda vale, envie agora; ela entra com a data de hoje.';
}

function Actions({ purchase, onShow, onCorrect, onSend, onAsk, onDelete }: Omit<OutboxRowProps, 'place'>) {
  const { merchant } = useStaffSession();
  const { request, state } = purchase;
  const what = <VisuallyHidden> a venda de {formatPhone(request.phone)}</VisuallyHidden>;
  if (state === 'issued') {
    const issued = purchase.issued as IssuedCashback | undefined;
    const earnsNothing = issued?.rateBasisPoints === 0;
    return (
      <>
        {!earnsNothing && (
          <Button icon={<QrCode />} onClick={onShow}>
            Mostrar QR Code
            <VisuallyHidden> de {formatPhone(request.phone)}</VisuallyHidden>
          </Button>
        )}
        {issued && !earnsNothing && (
          <ButtonLink
            variant="secondary"
            href={whatsAppLink(issued.phone, cashbackMessage(issued, merchant.name))}
            target="_blank"
            icon={<MessageCircle />}
          >
            WhatsApp
          </ButtonLink>
        )}
        <Button variant="ghost" onClick={onDelete}>
          Tirar da lista{what}
        </Button>
      </>
    );
  }
  return (
    <>
      {purchase.isDoubted && state === 'refused' && (
        <Button variant="secondary" onClick={onSend}>
          Registrar mesmo assim{what}
        </Button>
      )}
      {purchase.needsApproval && state === 'refused' && (
        <Button variant="secondary" onClick={onAsk}>
          Pedir aprovação{what}
        </Button>
      )}
      {state === 'refused' && (
        <Button variant="secondary" icon={<Pencil />} onClick={onCorrect}>
          Corrigir{what}
        </Button>
      )}
      {state === 'expired' && (
        <Button variant="secondary" onClick={onSend}>
          Enviar agora{what}
        </Button>
      )}
      <Button variant="ghost" icon={<Trash2 />} disabled={state === 'sending'} onClick={onDelete}>
        Excluir{what}
      </Button>
    </>
  );
}
