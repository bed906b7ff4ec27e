import { formatCents } from 'domain/money';
import { isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { formatDate } from '../../lib/number-formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { spendFailure } from './spend-failure.ts';
import { type SpendEntry, useRefreshSpend } from './use-spend.ts';

interface RemoveDialogProps {
  entry: SpendEntry;
  onClose: (isRemoved: boolean) => void;
}

/** Asks before numbers change back. */
export function RemoveDialog({ entry, onClose }: RemoveDialogProps) {
  const { notify } = useRemoteHost();
  const refresh = useRefreshSpend();
  const [failure, setFailure] = useState<string>();
  const { mutateAsync, isPending } = trpc.spend.remove.useMutation();

  async function remove() {
    setFailure(undefined);
    try {
      await mutateAsync({ id: entry.id });
    } catch (error) {
      // Another employee removed it first, or this is a repeat whose first answer was lost: it is gone, as
      // requested.
      if (!isRefusal(error, 'spend_not_found')) {
        return setFailure(spendFailure(error, 'Erro ao remover investimento. Tente novamente.'));
      }
    }
    refresh();
    notify.success('Investimento removido');
    onClose(true);
  }

  return (
    <Dialog
      open
      size="small"
      onOpenChange={() => !isPending && onClose(false)}
      title="Remover investimento?"
      description={`${formatCents(entry.amountCents)} em ${formatDate(entry.date)}, registrado por ${entry.employeeName}. CAC e ROI deixam de contar este valor.`}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={() => onClose(false)}>
            Cancelar
          </Button>
          <Button
            variant="danger"
            pending={isPending}
            pendingLabel="Removendo..."
            onClick={() => void remove()}
          >
            Remover
          </Button>
        </>
      }
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
    </Dialog>
  );
}
