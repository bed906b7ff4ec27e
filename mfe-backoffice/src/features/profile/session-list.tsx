import type { ApiOutputs } from 'api/contract';
import { formatDayAndTime } from 'domain/local-dates';
import { useStaffSession } from 'federation/remote-host';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './session-list.module.css';
import { useEndSessions } from './use-end-sessions.ts';

type OwnSession = ApiOutputs['auth']['sessions']['sessions'][number];

export function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const { timeZone } = useStaffSession().merchant;
  const { ending, end, endOthers } = useEndSessions();
  return (
    <div className={styles.list}>
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.row}>
            <div className={styles.text}>
              <p className={styles.device}>
                {session.device}
                {session.isCurrent && <Badge tone="success">Esta sessão</Badge>}
              </p>
              <p className={styles.facts}>
                <span>{momentOf(session, timeZone)}</span>
                {session.place !== null && <span>{session.place}</span>}
                {session.ip !== null && <span>IP {session.ip}</span>}
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="secondary"
                pending={ending === session.id}
                pendingLabel="Encerrando..."
                disabled={ending !== undefined}
                onClick={() => end(session.id)}
              >
                Encerrar
                <VisuallyHidden> {session.device}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className={styles.actions}>
          <Button
            variant="secondary"
            pending={ending === 'others'}
            pendingLabel="Encerrando..."
            disabled={ending !== undefined}
            onClick={endOthers}
          >
            Encerrar as outras
          </Button>
        </div>
      )}
    </div>
  );
}

/** 'Último uso em 10/03/2026 às 09:00' */
function momentOf({ createdAt, lastUsedAt }: OwnSession, timeZone: string): string {
  return lastUsedAt === null
    ? `Aberta desde ${formatDayAndTime(createdAt, timeZone)}`
    : `Último uso em ${formatDayAndTime(lastUsedAt, timeZone)}`;
}
