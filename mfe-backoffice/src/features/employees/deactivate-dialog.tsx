import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { type Employee, firstName } from './employee.ts';
import styles from './employee-dialog.module.css';

interface DeactivateDialogProps {
  employee: Employee;
  onClose: () => void;
}

/** Asks before an employee loses access, perhaps while working at the counter. */
export function DeactivateDialog({ employee, onClose }: DeactivateDialogProps) {
  const { notify } = useRemoteHost();
  const { employees } = trpc.useUtils();
  const { mutateAsync } = trpc.employees.setActive.useMutation();
  const form = useForm();
  const { errors, isSubmitting } = form.formState;

  async function deactivate() {
    try {
      await mutateAsync({ employeeId: employee.id, isActive: false });
      notify.success('Funcionário desativado');
      onClose();
    } catch (error) {
      form.setError('root', { message: failureMessage(error, 'Erro ao atualizar status') });
    }
    void employees.list.invalidate();
  }

  return (
    <FormDialog
      title={`Desativar ${employee.name}?`}
      submit={{ label: 'Desativar', pendingLabel: 'Desativando...', variant: 'danger' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(deactivate)}
      onClose={onClose}
    >
      <ul className={styles.consequences}>
        <li>
          {employee.isInvited
            ? 'O convite deixa de valer.'
            : `${firstName(employee)} sai do painel agora, em todos os aparelhos, e não consegue mais entrar.`}
        </li>
        <li>As compras e os resgates que registrou continuam no histórico.</li>
        <li>
          Você pode ativar o acesso de novo quando quiser
          {employee.isInvited ? ' e reenviar o convite.' : ': a senha continua a mesma.'}
        </li>
      </ul>
    </FormDialog>
  );
}
