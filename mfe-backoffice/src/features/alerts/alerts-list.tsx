import { ALERT_LABELS } from 'domain/alerts';
import { failureMessage } from 'federation/error-message';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { LoadMore } from 'ui/load-more';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { AlertBadges } from './alert-badges.tsx';
import { dayLabel, sentenceOf } from './alert-labels.ts';
import styles from './alerts.module.css';
import { type ListedAlert, useAlerts } from './use-alerts.ts';

const FAILURE = 'Erro ao carregar os alertas';
const EMPTY = {
  open: {
    title: 'Nenhum alerta aberto',
    description: 'A cada hora o sistema confere as operações novas. O que chamar atenção aparece aqui.',
  },
  closed: { title: 'Nenhum alerta encerrado', description: 'Os que você encerra ficam aqui por dois anos.' },
};

export function AlertsList({ state }: { state: 'open' | 'closed' }) {
  const list = useAlerts(state);
  const { data, error, isFetching, refetch } = list;
  if (data?.length === 0)
    return (
      <Card>
        <ScreenState state="empty" icon={<ShieldCheck />} {...EMPTY[state]} />
      </Card>
    );
  if (data)
    return (
      <>
        <ul aria-label="Alertas" className={styles.list}>
          {data.map((alert) => (
            <li key={alert.id}>
              <Card>
                <ListedAlertCard alert={alert} />
              </Card>
            </li>
          ))}
        </ul>
        <LoadMore list={list} failure={failureMessage(error, FAILURE)} />
      </>
    );
  return (
    <Card>
      {error ? (
        <ScreenState
          state="failed"
          message={failureMessage(error, FAILURE)}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <ScreenState state="loading" label="Carregando alertas">
          <div className={styles.list}>
            {['a', 'b', 'c'].map((row) => (
              <Skeleton key={row} height="4rem" />
            ))}
          </div>
        </ScreenState>
      )}
    </Card>
  );
}

function ListedAlertCard({ alert }: { alert: ListedAlert }) {
  return (
    <article className={styles.alert}>
      <div className={styles.text}>
        <h2 className={styles.title}>{ALERT_LABELS[alert.rule]}</h2>
        <p>{sentenceOf(alert)}</p>
        <p className={styles.muted}>{dayLabel(alert.day)}</p>
        <AlertBadges alert={alert} />
      </div>
      <Link
        to={`/alerts/${alert.id}`}
        className={buttonClassName({ variant: 'secondary' })}
        aria-label={`Conferir: ${sentenceOf(alert)}`}
      >
        Conferir
      </Link>
    </article>
  );
}
