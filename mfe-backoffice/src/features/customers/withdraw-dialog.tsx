import type { ConsentChannel } from 'domain/consents';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import type { CustomerDetail } from './customer-detail.ts';

const CONSEQUENCES: Record<ConsentChannel, { title: string; message: string }> = {
  email: {
    title: 'Anotar recusa de ofertas por email',
    message: 'As integrações ativas param de enviar em minutos.',
  },
  whatsapp: {
    title: 'Anotar recusa de ofertas pelo WhatsApp',
    message: 'A sua equipe vê aqui que não deve mais enviar.',
  },
};

interface WithdrawDialogProps {
  customer: CustomerDetail;
  channel: ConsentChannel;
  onClose: () => void;
}

/** Asks before a withdrawal is written down: no employee can take it back. */
export function WithdrawDialog({ customer, channel, onClose }: WithdrawDialogProps) {
  const { notify } = useRemoteHost();
  const refresh = useRefreshMovements();
  const { mutateAsync, isPending } = trpc.customers.withdrawConsent.useMutation();
  const [failure, setFailure] = useState<string>();
  const { title, message } = CONSEQUENCES[channel];

  async function send(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    try {
      await mutateAsync({ customerId: customer.id, channel });
    } catch (error) {
      return setFailure(failureMessage(error, 'Erro ao anotar a recusa. Tente novamente.'));
    }
    notify.success('Recusa anotada!');
    refresh();
    onClose();
  }

  return (
    <FormDialog
      title={title}
      description={`${message} Fica registrado com o seu nome, e só o cliente pode voltar a aceitar.`}
      submit={{ label: 'Anotar recusa', pendingLabel: 'Anotando...' }}
      isPending={isPending}
      failure={failure}
      onSubmit={send}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
