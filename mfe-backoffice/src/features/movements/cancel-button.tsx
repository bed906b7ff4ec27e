import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { X } from 'lucide-react';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import { focusRow } from './focus-row.ts';
import { QuietButton } from './movement-row.tsx';

/** Ends a waiting redemption's code at once: no money has moved, and another one is made as quickly. */
export function CancelButton({ redemptionId, what }: { redemptionId: string; what: string }) {
  const { notify } = useRemoteHost();
  const refresh = useRefreshMovements();
  const { mutateAsync, isPending } = trpc.redemptions.cancel.useMutation();

  async function cancel() {
    try {
      await mutateAsync({ id: redemptionId });
      notify.success('Resgate cancelado');
      focusRow(redemptionId, 'row');
    } catch (error) {
      notify.error(failureMessage(error, 'Não foi possível cancelar o resgate'));
    } finally {
      refresh();
    }
  }

  return <QuietButton icon={<X />} label="Cancelar" what={what} pending={isPending} onClick={cancel} />;
}
