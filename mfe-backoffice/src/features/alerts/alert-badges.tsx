import { formatDay } from 'domain/local-dates';
import { useStaffSession } from 'federation/remote-host';
import { Badge } from 'ui/badge';
import styles from './alerts.module.css';
import type { ListedAlert } from './use-alerts.ts';

const ENDED = {
  fine: { label: 'Está tudo certo', tone: 'success' },
  settled: { label: 'Resolvido', tone: 'info' },
} as const;

/** Whether it holds redemptions, and how it ended. */
export function AlertBadges({ alert: { state, heldCustomers, closedAt, closedBy } }: { alert: ListedAlert }) {
  const { timeZone } = useStaffSession().merchant;
  if (state === 'open' && heldCustomers === 0) return null;
  return (
    <div className={styles.badges}>
      {heldCustomers > 0 && (
        <Badge tone="warning">
          {heldCustomers === 1 ? 'Resgates retidos' : `Resgates de ${heldCustomers} clientes retidos`}
        </Badge>
      )}
      {state !== 'open' && <Badge tone={ENDED[state].tone}>{ENDED[state].label}</Badge>}
      {closedAt && (
        <span className={styles.muted}>
          {formatDay(closedAt, timeZone)}
          {closedBy && `, por ${closedBy}`}
        </span>
      )}
    </div>
  );
}
