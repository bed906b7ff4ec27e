import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { ScreenState } from 'ui/screen-state';
import { SkeletonText } from 'ui/skeleton';
import { EraseCustomerDialog } from '../../lib/erase-customer-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { toldOnErasure } from './data-request-labels.ts';
import type { DataRequest } from './use-data-requests.ts';

interface EraseRequestDialogProps {
  request: DataRequest;
  customerId: string;
  onErased: () => void;
  /** Back to the request. */
  onCancel: () => void;
}

/** Erases the customer of a request, which is done by that. */
export function EraseRequestDialog({ request, customerId, onErased, onCancel }: EraseRequestDialogProps) {
  const { notify } = useRemoteHost();
  const { dataRequests } = trpc.useUtils();
  const customer = trpc.customers.detail.useQuery({ customerId });
  const { mutateAsync } = trpc.dataRequests.erase.useMutation();

  async function erase(phone: string) {
    const { isMailed } = await mutateAsync({ id: request.id, phone });
    notify.success(
      isMailed
        ? 'Dados apagados e pedido concluído! A pessoa recebe um email.'
        : 'Dados apagados e pedido concluído! Nenhum email foi enviado: avise a pessoa.',
    );
    // Before it closes: the focus goes to the list once the row is gone.
    await dataRequests.invalidate();
  }

  if (customer.data)
    return (
      <EraseCustomerDialog
        customer={customer.data}
        told={toldOnErasure(request.contact, customer.data.email)}
        erase={erase}
        onErased={onErased}
        onClose={onCancel}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="Apagar dados do cliente"
      footer={
        <Button variant="secondary" onClick={onCancel}>
          Voltar ao pedido
        </Button>
      }
    >
      {customer.error ? (
        <ScreenState
          state="failed"
          message={failureMessage(customer.error, 'Erro ao carregar o cadastro')}
          onRetry={customer.refetch}
          retrying={customer.isFetching}
        />
      ) : (
        <ScreenState state="loading" label="Carregando cadastro">
          <SkeletonText lines={8} />
        </ScreenState>
      )}
    </Dialog>
  );
}
