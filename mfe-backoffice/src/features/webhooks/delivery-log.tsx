import { failureMessage } from 'federation/error-message';
import { ScrollText, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { LoadMore } from 'ui/load-more';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { DeliveryFilters } from './delivery-filters.tsx';
import styles from './delivery-log.module.css';
import { DeliveryTable } from './delivery-table.tsx';
import { useDeliveries } from './use-deliveries.ts';
import type { DeliveriesInput, Endpoint } from './webhook.ts';
import type { OpenFrom } from './webhook-dialog.tsx';

type Filters = Omit<DeliveriesInput, 'after'>;

interface DeliveryLogProps {
  endpoints: readonly Endpoint[];
  onOpen: OpenFrom;
}

/** The deliveries to the endpoints, newest first, with their outcome. */
export function DeliveryLog({ endpoints, onOpen }: DeliveryLogProps) {
  const [filters, setFilters] = useState<Filters>({});
  const log = useDeliveries(filters);
  const { data: deliveries, error, isFetching, isPlaceholderData, refetch } = log;

  function content() {
    if (!deliveries) {
      return error ? (
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar os envios')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <ScreenState state="loading" label="Carregando envios">
          <RowsSkeleton />
        </ScreenState>
      );
    }
    if (deliveries.length > 0)
      return <DeliveryTable deliveries={deliveries} endpoints={endpoints} onOpen={onOpen} />;
    return <Nothing isFiltered={Object.keys(filters).length > 0} onClear={() => setFilters({})} />;
  }

  return (
    <div className={styles.log} aria-busy={isPlaceholderData}>
      <Card flush>
        <CardHeader title="Envios" description="Cada evento que saiu daqui, com a resposta que recebeu." />
        <DeliveryFilters filters={filters} endpoints={endpoints} onChange={setFilters} />
        {content()}
      </Card>
      <LoadMore list={log} failure={failureMessage(log.error, 'Erro ao carregar os envios')} />
    </div>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <ScreenState
      state="empty"
      icon={<SearchX />}
      title="Nenhum envio com estes filtros"
      action={
        <Button variant="secondary" onClick={onClear}>
          Ver todos os envios
        </Button>
      }
    />
  ) : (
    <ScreenState
      state="empty"
      icon={<ScrollText />}
      title="Nenhum envio ainda"
      description="Use “Enviar teste” para ver agora como um evento chega ao seu sistema."
    />
  );
}

function RowsSkeleton() {
  return (
    <div className={styles.rows}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="min(50%, 14rem)" height="1.25rem" />
          <Skeleton width="5rem" height="1.375rem" radius="999px" />
        </div>
      ))}
    </div>
  );
}
