import { useRemoteHost } from 'federation/remote-host';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { CustomerDetail } from './customer-detail.ts';

interface ResetProofDialogProps {
  customer: CustomerDetail;
  onClose: () => void;
}

/** For a customer who lost the phone or forgot the PIN. */
export function ResetProofDialog({ customer, onClose }: ResetProofDialogProps) {
  const { notify } = useRemoteHost();
  const { mutateAsync } = trpc.customers.resetProof.useMutation();
  return (
    <ConfirmDialog
      title="Redefinir PIN e aparelhos"
      description="Para quem perdeu o celular ou esqueceu o PIN. Confira antes que é o próprio cliente."
      consequences={[
        'O PIN deixa de valer, e nenhum aparelho é mais conhecido.',
        'O email precisa ser confirmado de novo.',
        'O próximo celular que confirmar uma compra no caixa passa a ser conhecido.',
        'Fica registrado na auditoria.',
      ]}
      submit={{ label: 'Redefinir', pendingLabel: 'Redefinindo...', variant: 'danger' }}
      failure="Erro ao redefinir. Tente novamente."
      onConfirm={async () => {
        await mutateAsync({ customerId: customer.id });
        notify.success('PIN e aparelhos redefinidos!');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
