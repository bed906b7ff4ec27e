import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import type { OutboxPurchase } from 'federation/outbox';
import { useRemoteHost } from 'federation/remote-host';
import { useRef, useState } from 'react';
import { Card, CardHeader } from 'ui/card';
import { ApprovalDialog } from '../../lib/approval-dialog.tsx';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import styles from './outbox-row.module.css';
import { OutboxRow } from './outbox-row.tsx';
import type { IssuedCashback } from './use-issue-cashback.ts';
import { useOutboxState } from './use-outbox.ts';

interface OutboxCardProps {
  onShow: (issued: IssuedCashback) => void;
  onCorrect: (request: OutboxPurchase['request']) => void;
}

/** The purchases that wait on this device for a network, in the order in which they go out. */
export function OutboxCard({ onShow, onCorrect }: OutboxCardProps) {
  const { outbox, notify } = useRemoteHost();
  const { purchases, othersWaiting } = useOutboxState();
  const [deleted, setDeleted] = useState<OutboxPurchase>();
  const [unapproved, setUnapproved] = useState<OutboxPurchase['request']>();
  const card = useRef<HTMLDivElement>(null);
  if (!outbox || purchases.length + othersWaiting === 0) return null;
  const inLine = purchases.filter(({ state }) => state === 'waiting' || state === 'sending');

  /** The code is here already, or the API gives it again. */
  async function show({ request, issued }: OutboxPurchase) {
    const outcome = issued ? { issued } : await outbox?.send(request.operationId);
    if (outcome && 'issued' in outcome) {
      outbox?.remove(request.operationId);
      onShow(outcome.issued as IssuedCashback);
    } else notify.error('Sem conexão: o QR Code aparece quando ela voltar.');
  }

  /** Resolves to the error where it was not sent. */
  async function sendApproved({ operationId }: OutboxPurchase['request']): Promise<unknown> {
    const outcome = await outbox?.send(operationId);
    if (outcome && 'error' in outcome) return outcome.error;
    setUnapproved(undefined);
    if (outcome && 'issued' in outcome) {
      outbox?.remove(operationId);
      onShow(outcome.issued as IssuedCashback);
    }
    return undefined;
  }

  function remove({ request }: OutboxPurchase) {
    outbox?.remove(request.operationId);
    card.current?.focus();
  }

  return (
    <Card flush ref={card} tabIndex={-1}>
      <CardHeader
        title="Vendas neste aparelho"
        description="Saem sozinhas, nesta ordem, assim que houver conexão. O cliente só recebe o cashback depois que a venda sair e ele ler o QR Code."
      />
      <div className={styles.list}>
        <ul aria-label="Vendas neste aparelho">
          {purchases.map((purchase) => (
            <OutboxRow
              key={purchase.request.operationId}
              purchase={purchase}
              place={inLine.indexOf(purchase) + 1}
              onShow={() => void show(purchase)}
              onCorrect={() => {
                outbox.remove(purchase.request.operationId);
                onCorrect(purchase.request);
              }}
              onSend={() => void outbox.send(purchase.request.operationId)}
              onAsk={() => setUnapproved(purchase.request)}
              onDelete={() => (purchase.state === 'issued' ? remove(purchase) : setDeleted(purchase))}
            />
          ))}
        </ul>
        {othersWaiting > 0 && <p className={styles.others}>{othersMessage(othersWaiting)}</p>}
      </div>
      {deleted && (
        <ConfirmDialog
          title="Excluir esta venda?"
          description={`${formatPhone(deleted.request.phone)} · ${formatCents(deleted.request.amountCents)}`}
          consequences={[
            deleted.wasSent
              ? 'A conexão caiu durante o envio: a venda pode já estar em Últimas compras. Confira quando ela voltar.'
              : 'Ela não foi enviada: o cliente não recebe cashback por esta compra.',
          ]}
          submit={{ label: 'Excluir', pendingLabel: 'Excluindo...', variant: 'danger' }}
          failure="Não foi possível excluir a venda"
          onConfirm={async () => {
            setDeleted(undefined);
            remove(deleted);
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
      {unapproved && (
        <ApprovalDialog
          asking={{
            kind: 'purchase',
            operationId: unapproved.operationId,
            phone: unapproved.phone,
            amountCents: unapproved.amountCents,
          }}
          what={`${formatPhone(unapproved.phone)} · ${formatCents(unapproved.amountCents)}`}
          onApproved={() => sendApproved(unapproved)}
          onClose={() => setUnapproved(undefined)}
        />
      )}
    </Card>
  );
}

const othersMessage = (count: number) =>
  count === 1
    ? 'Há 1 venda de outra pessoa esperando neste aparelho. Só ela pode enviar.'
    : `Há ${count} vendas de outra pessoa esperando neste aparelho. Só ela pode enviar.`;
