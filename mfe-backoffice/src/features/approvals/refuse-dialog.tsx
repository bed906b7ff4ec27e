import { APPROVAL_REFUSALS, type ApprovalRefusal } from 'domain/approvals';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useForm } from 'react-hook-form';
import { ChoiceField } from 'ui/choice-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';

interface RefuseDialogProps {
  id: string;
  what: string;
  onRefused: () => void;
  onClose: () => void;
}

const REASONS = Object.entries(APPROVAL_REFUSALS).map(([value, label]) => ({ value, label }));

/** The reason, which the counter reads. */
export function RefuseDialog({ id, what, onRefused, onClose }: RefuseDialogProps) {
  const { notify } = useRemoteHost();
  const { list } = trpc.useUtils().approvals;
  const { mutateAsync } = trpc.approvals.refuse.useMutation();
  const form = useForm<{ reason: ApprovalRefusal }>({ defaultValues: { reason: 'amount' } });
  const { errors, isSubmitting } = form.formState;

  async function send({ reason }: { reason: ApprovalRefusal }) {
    try {
      await mutateAsync({ id, reason });
    } catch (error) {
      const message = failureMessage(error, 'Não foi possível recusar. Tente novamente.');
      return form.setError('root', { message });
    }
    notify.success('Pedido recusado.');
    onClose();
    await list.invalidate();
    onRefused();
  }

  return (
    <FormDialog
      title="Recusar o pedido?"
      description={what}
      submit={{ label: 'Recusar', pendingLabel: 'Recusando...', variant: 'danger' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      <ChoiceField label="O que o balcão lê" options={REASONS} {...form.register('reason')} />
    </FormDialog>
  );
}
