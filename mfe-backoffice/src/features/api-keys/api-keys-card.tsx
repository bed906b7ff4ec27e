import { failureMessage } from 'federation/error-message';
import { KeyRound, Plus } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { trpc } from '../../lib/trpc.ts';
import type { OpenFrom } from './api-key-dialog.tsx';
import { ApiKeysSkeleton, ApiKeysTable } from './api-keys-table.tsx';

interface ApiKeysCardProps {
  addButton: RefObject<HTMLButtonElement | null>;
  onOpen: OpenFrom;
}

/** Every key that works, in one of the four states. */
export function ApiKeysCard({ addButton, onOpen }: ApiKeysCardProps) {
  const { data, error, isFetching, refetch } = trpc.apiKeys.list.useQuery();
  const add = (
    <Button
      ref={addButton}
      icon={<Plus />}
      onClick={(event) => onOpen({ kind: 'create' }, event.currentTarget)}
    >
      Nova chave
    </Button>
  );
  if (!data && error) {
    return (
      <Card>
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar as chaves de API')}
          onRetry={refetch}
          retrying={isFetching}
        />
      </Card>
    );
  }
  if (data?.keys.length === 0) {
    return (
      <Card>
        <ScreenState
          state="empty"
          icon={<KeyRound />}
          title="Nenhuma chave de API"
          description="Crie uma para cada sistema que vai registrar compras e resgates por você, como o caixa da loja."
          action={add}
        />
      </Card>
    );
  }
  return (
    <Card flush>
      <CardHeader
        title="Chaves de API"
        description="Uma para cada sistema seu: assim você revoga uma sem parar os outros."
        actions={data && add}
      />
      {data ? (
        <ApiKeysTable keys={data.keys} onOpen={onOpen} />
      ) : (
        <ScreenState state="loading" label="Carregando chaves de API">
          <ApiKeysSkeleton />
        </ScreenState>
      )}
    </Card>
  );
}
