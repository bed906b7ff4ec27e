import { addEmployeeInput } from 'domain/employee-inputs';
import { rolesToAdd } from 'domain/employee-rules';
import { roleLabel } from 'domain/roles';
import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { SelectField } from 'ui/select-field';
import { TextField } from 'ui/text-field';
import { trpc } from '../../lib/trpc.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { validBy } from '../../lib/valid-by.ts';
import styles from './add-employee-form.module.css';
import type { NewEmployee, PasswordLinkDelivery } from './employee.ts';
import { ROLE_HINTS } from './role-labels.ts';

const { shape } = addEmployeeInput;

interface AddEmployeeFormProps {
  onAdded: (added: { name: string; phone: null; invitation: PasswordLinkDelivery }) => void;
}

/** Adds an employee. Mounted while it is open; its values stay until the server has stored them. */
export function AddEmployeeForm({ onAdded }: AddEmployeeFormProps) {
  const { notify } = useRemoteHost();
  const { employees } = trpc.useUtils();
  const { mutateAsync } = trpc.employees.add.useMutation();
  const form = useForm<NewEmployee>({ defaultValues: { name: '', email: '', role: 'operator' } });
  useLeaveGuard(form.formState.isDirty);
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);

  async function add(values: NewEmployee) {
    try {
      const { invitation } = await mutateAsync(values);
      notify.success('Funcionário adicionado com sucesso!');
      onAdded({ name: values.name.trim(), phone: null, invitation });
    } catch (error) {
      if (isRefusal(error, 'email_taken'))
        form.setError('email', { message: errorMessage(error) }, { shouldFocus: true });
      else if (isRefusal(error, 'role_not_given')) form.setError('role', { message: errorMessage(error) });
      else notify.error(failureMessage(error, 'Erro ao adicionar funcionário'));
    } finally {
      // Also where the answer was lost: the employee may have been added.
      void employees.list.invalidate();
    }
  }

  return (
    <Card>
      <CardHeader title="Novo funcionário" />
      <form noValidate onSubmit={form.handleSubmit(add)} className={styles.form}>
        <Fields form={form} />
        <div className={styles.end}>
          <Note />
          <Button type="submit" pending={form.formState.isSubmitting} pendingLabel="Adicionando...">
            Adicionar
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Fields({ form }: { form: UseFormReturn<NewEmployee> }) {
  const { employee } = useStaffSession();
  const { errors } = form.formState;
  const role = useWatch({ control: form.control, name: 'role' });
  return (
    <div className={styles.fields}>
      <TextField
        label="Nome"
        required
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', { validate: validBy(shape.name) })}
      />
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        inputMode="email"
        error={errors.email?.message}
        {...form.register('email', { validate: validBy(shape.email) })}
      />
      <SelectField
        label="Função"
        options={rolesToAdd(employee.role).map((value) => ({ value, label: roleLabel(value) }))}
        hint={<span aria-live="polite">{ROLE_HINTS[role]}</span>}
        error={errors.role?.message}
        {...form.register('role')}
      />
    </div>
  );
}

/** The choice of how the new employee gets a password, which no one else ever sees. */
function Note() {
  const { data } = trpc.employees.list.useQuery();
  return (
    <p className={styles.note}>
      <KeyRound aria-hidden="true" />
      {data?.invitationsBy === 'email'
        ? 'A pessoa recebe por email um link para criar a própria senha, válido por 7 dias.'
        : 'A pessoa cria a própria senha por um link válido por 7 dias, que aparece aqui uma única vez para você enviar.'}
    </p>
  );
}
