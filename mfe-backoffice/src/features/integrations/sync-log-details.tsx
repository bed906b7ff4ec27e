import type { ApiOutputs } from 'api/contract';
import { PROVIDER_NAMES } from 'domain/integrations';
import { formatMoment } from 'domain/local-dates';
import { failureMessage } from 'federation/error-message';
import { Button } from 'ui/button';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { Dialog } from 'ui/dialog';
import { ScreenState } from 'ui/screen-state';
import { SkeletonText } from 'ui/skeleton';
import { trpc } from '../../lib/trpc.ts';
import { ACTION_LABELS } from './integration-labels.ts';
import styles from './sync-log.module.css';
import { customerLabel, type SyncLogEntry } from './sync-log-entry.ts';
import { SyncOutcome } from './sync-outcome.tsx';

interface SyncLogDetailsProps {
  entry: SyncLogEntry;
  timeZone: string;
  onClose: () => void;
}

/** One delivery as a receipt: its content, time, attempts and outcome. */
export function SyncLogDetails({ entry, timeZone, onClose }: SyncLogDetailsProps) {
  const { data, error, isFetching, refetch } = trpc.integrations.log.useQuery({ id: entry.id });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Detalhes do envio"
      description={`${PROVIDER_NAMES[entry.provider]} · ${ACTION_LABELS[entry.action]}`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {data && <DefinitionList rows={rowsOf(data, timeZone)} />}
      {!data && error && (
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar os detalhes')}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {!data && !error && (
        <ScreenState state="loading" label="Carregando detalhes">
          <SkeletonText lines={8} />
        </ScreenState>
      )}
    </Dialog>
  );
}

type Details = ApiOutputs['integrations']['log'];

function rowsOf(details: Details, timeZone: string): Definition[] {
  const {
    occurredAt,
    createdAt,
    tries,
    httpStatus,
    email,
    tags,
    status,
    errorMessage,
    retriedAt,
    isWithheld,
  } = details;
  const rows: Definition[] = [
    {
      label: 'Resultado',
      value: <SyncOutcome status={status} errorMessage={null} isWithheld={isWithheld} />,
    },
  ];
  const add = (label: string, value: string | null) => {
    if (value !== null) rows.push({ label, value: <span className={styles.value}>{value}</span> });
  };
  add('Mensagem', errorMessage);
  add('Cliente', customerLabel(details));
  add('Email enviado', email);
  add('Tags', tags.length > 0 ? tags.join(', ') : null);
  add('Aconteceu em', occurredAt && formatMoment(occurredAt, timeZone));
  add('Concluído em', formatMoment(createdAt, timeZone));
  add('Tentativas', tries === null ? null : String(tries));
  add('Resposta HTTP', httpStatus === null ? null : String(httpStatus));
  add('Refeito em', retriedAt && formatMoment(retriedAt, timeZone));
  return rows;
}
