import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import type { MouseEvent } from 'react';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import { trpc } from '../../lib/trpc.ts';
import type { Employee } from './employee.ts';
import type { OpenFrom } from './employee-dialog.tsx';
import styles from './employees-list.module.css';
import { ResendButton, SendPasswordLinkButton } from './password-link-buttons.tsx';

interface ActionProps {
  employee: Employee;
  onOpen: OpenFrom;
}

/** The actions that the caller may take on the employee, or the reason for none. */
export function EmployeeActions({ employee, onOpen }: ActionProps) {
  const { canActivate, canDeactivate, canResend, canSendPasswordLink, canResetFactor, assignableRoles } =
    employee;
  const canChangeRole = assignableRoles.length > 0;
  const offers = [canActivate, canDeactivate, canResend, canSendPasswordLink, canResetFactor, canChangeRole];
  if (!offers.includes(true)) return <span className={styles.reason}>{reasonOf(employee)}</span>;
  return (
    <span className={styles.actions}>
      {canResend && <ResendButton employee={employee} onOpen={onOpen} />}
      {canSendPasswordLink && <SendPasswordLinkButton employee={employee} onOpen={onOpen} />}
      {canResetFactor && (
        <Button
          variant="ghost"
          onClick={(event) => onOpen({ kind: 'factor', employee }, event.currentTarget)}
        >
          Redefinir verificação
          <VisuallyHidden> em duas etapas de {employee.name}</VisuallyHidden>
        </Button>
      )}
      {canChangeRole && (
        <Button variant="ghost" onClick={(event) => onOpen({ kind: 'role', employee }, event.currentTarget)}>
          Alterar função
          <VisuallyHidden> de {employee.name}</VisuallyHidden>
        </Button>
      )}
      {(canActivate || canDeactivate) && <ActiveButton employee={employee} onOpen={onOpen} />}
    </span>
  );
}

/** The reason why a row offers no action, in a short label. */
function reasonOf({ isSelf, isLastOwner, role }: Employee): string {
  if (isLastOwner && isSelf) return 'Único proprietário ativo';
  if (isSelf) return 'Seu próprio acesso';
  return role === 'owner' ? 'Só um proprietário altera' : 'Só administradores alteram';
}

/** One button that stays where it is when its word changes, so that the focus stays too. */
function ActiveButton({ employee, onOpen }: ActionProps) {
  const { notify } = useRemoteHost();
  const { employees } = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.employees.setActive.useMutation();

  async function activate() {
    try {
      await mutateAsync({ employeeId: employee.id, isActive: true });
      notify.success('Funcionário ativado');
    } catch (error) {
      notify.error(failureMessage(error, 'Erro ao atualizar status'));
    }
    void employees.list.invalidate();
  }

  function act(event: MouseEvent<HTMLElement>) {
    if (employee.isActive) onOpen({ kind: 'deactivate', employee }, event.currentTarget);
    else void activate();
  }

  return (
    <Button variant="ghost" pending={isPending} pendingLabel="Ativando..." onClick={act}>
      {employee.isActive ? 'Desativar' : 'Ativar'}
      <VisuallyHidden> {employee.name}</VisuallyHidden>
    </Button>
  );
}
