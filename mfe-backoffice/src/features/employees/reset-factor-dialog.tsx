import { useRemoteHost } from 'federation/remote-host';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { type Employee, firstName } from './employee.ts';

interface ResetFactorDialogProps {
  employee: Employee;
  onClose: () => void;
}

/** For an employee who lost the phone and the recovery codes. */
export function ResetFactorDialog({ employee, onClose }: ResetFactorDialogProps) {
  const { notify } = useRemoteHost();
  const { employees } = trpc.useUtils();
  const { mutateAsync } = trpc.employees.resetFactor.useMutation();
  const name = firstName(employee);
  return (
    <ConfirmDialog
      title={`Redefinir a verificação em duas etapas de ${employee.name}?`}
      consequences={[
        `Confirme antes, pessoalmente ou por telefone, que foi ${name} quem pediu.`,
        `${name} sai do painel agora e entra de novo só com a senha.`,
        `O aplicativo, as chaves de acesso e os códigos de recuperação deixam de valer, e ${name} recebe um aviso.`,
      ]}
      submit={{ label: 'Redefinir', pendingLabel: 'Redefinindo...', variant: 'danger' }}
      failure="Erro ao redefinir a verificação. Tente novamente."
      onConfirm={async () => {
        await mutateAsync({ employeeId: employee.id });
        notify.success('Verificação em duas etapas redefinida');
        // Before the dialog closes: the button that opened it is gone then.
        await employees.list.invalidate();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
