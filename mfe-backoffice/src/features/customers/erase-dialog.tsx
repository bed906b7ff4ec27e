import { useRemoteHost } from 'federation/remote-host';
import { EraseCustomerDialog } from '../../lib/erase-customer-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { CustomerDetail } from './customer-detail.ts';

/** Erases the customer of a record. */
export function EraseDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const { notify } = useRemoteHost();
  const { mutateAsync } = trpc.customers.erase.useMutation();
  async function erase(phone: string) {
    await mutateAsync({ customerId: customer.id, phone });
    notify.success('Dados do cliente apagados!');
  }
  return <EraseCustomerDialog customer={customer} erase={erase} onErased={onClose} onClose={onClose} />;
}
