import { APPROVAL_KIND_LABELS, APPROVAL_REFUSALS } from 'domain/approvals';
import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Badge, type BadgeProps } from 'ui/badge';
import { Button } from 'ui/button';
import { clockLeft } from '../../lib/clock-left.ts';
import { trpc } from '../../lib/trpc.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import styles from './approvals.module.css';
import { RefuseDialog } from './refuse-dialog.tsx';
import type { ListedApproval } from './use-approvals.ts';

interface ApprovalCardProps {
  approval: ListedApproval;
  /** By this machine's clock (ms). */
  untilMs: number;
  /** Its buttons are gone. */
  onAnswered: () => void;
}

/** One asking: who, what, for which customer, and the answer. */
export function ApprovalCard({ approval, untilMs, onAnswered }: ApprovalCardProps) {
  const { timeZone } = useStaffSession().merchant;
  const { customer, askedBy, askedAt, kind, amountCents, state } = approval;
  const phone = customer.phone === null ? undefined : formatPhone(customer.phone);
  return (
    <article className={styles.approval}>
      <div className={styles.text}>
        <h2 className={styles.title}>
          {APPROVAL_KIND_LABELS[kind]} de {formatCents(amountCents)}
        </h2>
        <p>{[customer.name, phone].filter(Boolean).join(' · ')}</p>
        <p className={styles.muted}>
          {askedBy} pediu em {formatDayAndTime(askedAt, timeZone)}
        </p>
        {state !== 'waiting' && <Outcome approval={approval} />}
      </div>
      {state === 'waiting' && <Waiting approval={approval} untilMs={untilMs} onAnswered={onAnswered} />}
    </article>
  );
}

const OUTCOMES: Record<ListedApproval['state'], { label: string; tone: BadgeProps['tone'] }> = {
  waiting: { label: 'Esperando', tone: 'warning' },
  approved: { label: 'Aprovado', tone: 'success' },
  refused: { label: 'Recusado', tone: 'danger' },
  canceled: { label: 'Cancelado', tone: 'neutral' },
  expired: { label: 'Venceu sem resposta', tone: 'neutral' },
};

function Outcome({ approval: { state, reason, answeredBy } }: { approval: ListedApproval }) {
  const { label, tone } = OUTCOMES[state];
  return (
    <p className={styles.outcome}>
      <Badge tone={tone}>{label}</Badge>
      {(state === 'approved' || state === 'refused') && (
        <span className={styles.muted}>
          por {answeredBy}
          {reason && `: ${APPROVAL_REFUSALS[reason]}`}
        </span>
      )}
    </p>
  );
}

function Waiting({ approval, untilMs, onAnswered }: ApprovalCardProps) {
  const { notify } = useRemoteHost();
  const { list } = trpc.useUtils().approvals;
  const approve = trpc.approvals.approve.useMutation();
  const [isRefusing, setIsRefusing] = useState(false);
  const secondsLeft = useSecondsLeft(untilMs);
  const what = `${APPROVAL_KIND_LABELS[approval.kind]} de ${formatCents(approval.amountCents)}, de ${approval.askedBy}`;

  async function approveNow() {
    try {
      await approve.mutateAsync({ id: approval.id });
      notify.success('Aprovado. A operação segue no balcão.');
    } catch (error) {
      notify.error(failureMessage(error, 'Não foi possível aprovar. Tente novamente.'));
    }
    await list.invalidate();
    onAnswered();
  }

  return (
    <div className={styles.waiting}>
      <p role="timer" className={styles.muted}>
        Vale por <span className={styles.clock}>{clockLeft(secondsLeft)}</span>
      </p>
      {approval.isOwn ? (
        <p className={styles.muted}>Você pediu: outra pessoa responde.</p>
      ) : (
        <div className={styles.actions}>
          <Button
            variant="secondary"
            icon={<X />}
            aria-label={`Recusar: ${what}`}
            onClick={() => setIsRefusing(true)}
          >
            Recusar
          </Button>
          <Button
            icon={<Check />}
            aria-label={`Aprovar: ${what}`}
            pending={approve.isPending}
            pendingLabel="Aprovando..."
            onClick={() => void approveNow()}
          >
            Aprovar
          </Button>
        </div>
      )}
      {isRefusing && (
        <RefuseDialog
          id={approval.id}
          what={what}
          onRefused={onAnswered}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </div>
  );
}
