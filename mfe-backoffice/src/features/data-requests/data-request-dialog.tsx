import { DATA_REQUEST_LABELS } from 'domain/data-requests';
import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { CloseRequestDialog, type DataRequestDialogProps } from './close-request-dialog.tsx';
import { DataRequestFacts } from './data-request-facts.tsx';
import { EraseRequestDialog } from './erase-request-dialog.tsx';

/** One request: to be answered while it is open, to be read afterwards. */
export function DataRequestDialog(props: Omit<DataRequestDialogProps, 'onErase'>) {
  const { request, timeZone, onClose } = props;
  const { role } = useStaffSession().employee;
  const [isErasing, setIsErasing] = useState(false);
  const { kind, customer } = request;
  if (isErasing && customer)
    return (
      <EraseRequestDialog
        request={request}
        customerId={customer.id}
        onErased={onClose}
        onCancel={() => setIsErasing(false)}
      />
    );
  if (request.state === 'open') {
    const mayErase = kind === 'erasure' && customer && !customer.isErased && roleMay(role, 'customers.erase');
    return <CloseRequestDialog {...props} onErase={mayErase ? () => setIsErasing(true) : undefined} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={DATA_REQUEST_LABELS[request.kind].label}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <DataRequestFacts request={request} timeZone={timeZone} />
    </Dialog>
  );
}
