import { ROLES, type Role, roleLabel } from 'domain/roles';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { SelectField } from 'ui/select-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { type Employee, firstName } from './employee.ts';
import styles from './employee-dialog.module.css';
import { ROLE_HINTS } from './role-labels.ts';

interface Values {
  role: Role;
}

interface ChangeRoleDialogProps {
  employee: Employee;
  onClose: () => void;
}

/** Another role. An owner is made in two steps: what it means stands between. */
export function ChangeRoleDialog({ employee, onClose }: ChangeRoleDialogProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const form = useForm<Values>({ defaultValues: { role: employee.role } });
  const { errors, isSubmitting } = form.formState;
  const change = useChangeRole(employee, form, onClose);

  async function submit({ role }: Values) {
    if (role === 'owner' && !isConfirming) return setIsConfirming(true);
    await change(role);
  }

  return (
    <FormDialog
      title={isConfirming ? `Dar a ${employee.name} a função de Proprietário?` : 'Alterar função'}
      description={isConfirming ? undefined : employee.name}
      submit={
        isConfirming
          ? { label: 'Dar a função', pendingLabel: 'Alterando...', variant: 'danger' }
          : { label: 'Alterar função', pendingLabel: 'Alterando...' }
      }
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      {isConfirming ? <OwnerConsequences employee={employee} /> : <Choice form={form} employee={employee} />}
    </FormDialog>
  );
}

function useChangeRole(employee: Employee, form: UseFormReturn<Values>, onClose: () => void) {
  const { notify } = useRemoteHost();
  const { employees } = trpc.useUtils();
  const { mutateAsync } = trpc.employees.setRole.useMutation();

  return async (role: Role) => {
    try {
      await mutateAsync({ employeeId: employee.id, role });
      notify.success('Função alterada!');
      onClose();
    } catch (error) {
      const message = failureMessage(error, 'Erro ao alterar a função. Tente novamente.');
      form.setError('root', { message });
    }
    // After a change of one's own role this call reports that the session is over.
    void employees.list.invalidate();
  };
}

function Choice({ form, employee }: { form: UseFormReturn<Values>; employee: Employee }) {
  const role = useWatch({ control: form.control, name: 'role' });
  const offered = ROLES.filter((each) => each === employee.role || employee.assignableRoles.includes(each));
  return (
    <>
      <SelectField
        label="Função"
        options={offered.map((value) => ({ value, label: roleLabel(value) }))}
        hint={<span aria-live="polite">{ROLE_HINTS[role]}</span>}
        error={form.formState.errors.role?.message}
        {...form.register('role', {
          validate: (value) => value !== employee.role || 'Escolha uma função diferente da atual',
        })}
      />
      {employee.isSelf ? (
        <Alert tone="warning" role="note" title="É a sua própria função">
          Você deixa a função de Proprietário e sai do painel agora. Só outra pessoa com essa função pode
          desfazer.
        </Alert>
      ) : (
        <p className={styles.note}>
          {employee.isInvited
            ? 'Vale desde a primeira entrada no painel. O convite atual deixa de valer: reenvie-o depois.'
            : `${firstName(employee)} sai do painel agora e, ao entrar de novo, já tem a nova função.`}
        </p>
      )}
    </>
  );
}

function OwnerConsequences({ employee }: { employee: Employee }) {
  return (
    <>
      <ul className={styles.consequences}>
        <li>{firstName(employee)} passa a poder tudo: configurações, integrações, equipe e funções.</li>
        <li>Isso inclui alterar a sua função e desativar o seu acesso.</li>
        <li>Você continua com a função de Proprietário. Para passar a loja adiante, altere depois a sua.</li>
      </ul>
      <Alert tone="warning" role="note">
        Faça isso apenas com alguém em quem você confia para administrar o negócio.
      </Alert>
    </>
  );
}
