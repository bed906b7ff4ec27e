import type { AuditListInput } from 'domain/audit-inputs';
import { failureMessage } from 'federation/error-message';
import { ScrollText, SearchX } from 'lucide-react';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { LoadMore } from 'ui/load-more';
import { ScreenState } from 'ui/screen-state';
import styles from './audit-screen.module.css';
import { AuditSkeleton } from './audit-skeleton.tsx';
import { AuditTable } from './audit-table.tsx';
import { useAuditLog } from './use-audit-log.ts';

interface AuditLogProps {
  input: AuditListInput;
  /** The merchant's: days are its own. */
  timeZone: string;
  isFiltered: boolean;
  onClear: () => void;
  onShowRecord: (customerId: string) => void;
}

/** The entries that match the filters, newest first. */
export function AuditLog({ input, timeZone, isFiltered, onClear, onShowRecord }: AuditLogProps) {
  const log = useAuditLog(input);
  const { data: entries, error, isFetching, isPlaceholderData, refetch } = log;
  if (!entries) {
    return (
      <Card flush>
        {error ? (
          <ScreenState
            state="failed"
            message={failureMessage(error, 'Erro ao carregar a auditoria')}
            onRetry={refetch}
            retrying={isFetching}
          />
        ) : (
          <ScreenState state="loading" label="Carregando auditoria">
            <AuditSkeleton />
          </ScreenState>
        )}
      </Card>
    );
  }
  if (entries.length === 0) return <Nothing isFiltered={isFiltered} onClear={onClear} />;
  return (
    <div className={styles.log} aria-busy={isPlaceholderData}>
      <Card flush>
        <AuditTable entries={entries} timeZone={timeZone} onShowRecord={onShowRecord} />
      </Card>
      <LoadMore list={log} failure={failureMessage(log.error, 'Erro ao carregar a auditoria')} />
    </div>
  );
}

function Nothing({ isFiltered, onClear }: Pick<AuditLogProps, 'isFiltered' | 'onClear'>) {
  return (
    <Card>
      {isFiltered ? (
        <ScreenState
          state="empty"
          icon={<SearchX />}
          title="Nenhum registro com estes filtros"
          description="Tente outro período ou outra pessoa."
          action={
            <Button variant="secondary" onClick={onClear}>
              Ver todos os registros
            </Button>
          }
        />
      ) : (
        <ScreenState
          state="empty"
          icon={<ScrollText />}
          title="Nenhum registro ainda"
          description="Compras, resgates, entradas no painel e alterações aparecem aqui assim que acontecem."
        />
      )}
    </Card>
  );
}
