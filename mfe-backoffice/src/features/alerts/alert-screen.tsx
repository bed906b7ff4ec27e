import { ALERT_LABELS } from 'domain/alerts';
import { failureMessage } from 'federation/error-message';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Card } from 'ui/card';
import { PageHeader } from 'ui/page-header';
import { ScreenState } from 'ui/screen-state';
import { SkeletonText } from 'ui/skeleton';
import { trpc } from '../../lib/trpc.ts';
import { AlertActions } from './alert-actions.tsx';
import { AlertBadges } from './alert-badges.tsx';
import { AlertCorrections } from './alert-corrections.tsx';
import { dayLabel, sentenceOf } from './alert-labels.ts';
import styles from './alerts.module.css';
import type { ShownAlert } from './use-alerts.ts';

export interface AlertQuery {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface AlertScreenProps {
  id: string;
  /** The purchases and redemptions, each with its reversal. */
  movements: (alert: ShownAlert, query: AlertQuery) => ReactNode;
}

/** One alert: what was seen, its movements with their reversals, and what to do about it. */
export function AlertScreen({ id, movements }: AlertScreenProps) {
  const query = trpc.alerts.show.useQuery({ id });
  const summary = useRef<HTMLDivElement>(null);
  const { data: alert, error, isFetching, refetch } = query;
  return (
    <>
      <PageHeader
        title={alert ? ALERT_LABELS[alert.rule] : 'Alerta'}
        description={
          <>
            <Link to="/alerts">Alertas</Link>
            {alert && ` · ${dayLabel(alert.day)}`}
          </>
        }
      />
      {alert ? (
        <div className={styles.list}>
          <Card>
            <div ref={summary} tabIndex={-1} className={styles.summary}>
              <p className={styles.sentence}>{sentenceOf(alert)}</p>
              <AlertBadges alert={alert} />
            </div>
            {alert.state === 'open' && <AlertActions alert={alert} onDone={() => summary.current?.focus()} />}
          </Card>
          {movements(alert, query)}
          {alert.corrections.length > 0 && <AlertCorrections corrections={alert.corrections} />}
        </div>
      ) : (
        <Card>
          {error ? (
            <ScreenState
              state="failed"
              message={failureMessage(error, 'Erro ao carregar o alerta')}
              onRetry={refetch}
              retrying={isFetching}
            />
          ) : (
            <ScreenState state="loading" label="Carregando alerta">
              <SkeletonText lines={6} />
            </ScreenState>
          )}
        </Card>
      )}
    </>
  );
}
