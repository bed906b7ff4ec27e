import { editCustomerInput } from 'domain/inputs';
import { roleMay } from 'domain/roles';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { useForm } from 'react-hook-form';
import { TextField } from 'ui/text-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import { validBy } from '../../lib/valid-by.ts';
import type { CustomerDetail } from './customer-detail.ts';

interface Values {
  name: string;
  email: string;
}

/** An emptied field is removed. */
const orNothing = (text: string) => text.trim() || null;

/** Below manager, only what is missing can be filled in, so only that is sent. */
export function editableFields(customer: CustomerDetail, role: string): (keyof Values)[] {
  const fields = ['name', 'email'] as const;
  return fields.filter((field) => customer[field] === null || roleMay(role, 'customers.adjust'));
}

interface EditDialogProps {
  customer: CustomerDetail;
  onClose: () => void;
}

/** Name and e-mail; the phone identifies the customer and has a dialog of its own. */
export function EditDialog({ customer, onClose }: EditDialogProps) {
  const { employee } = useStaffSession();
  const { notify } = useRemoteHost();
  const refresh = useRefreshMovements();
  const { mutateAsync } = trpc.customers.edit.useMutation();
  const form = useForm<Values>({
    defaultValues: { name: customer.name ?? '', email: customer.email ?? '' },
  });
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const editable = editableFields(customer, employee.role);

  async function send(values: Values) {
    const changed = editable.filter((field) => dirtyFields[field]);
    if (changed.length === 0) return onClose();
    try {
      await mutateAsync({
        customerId: customer.id,
        ...Object.fromEntries(changed.map((field) => [field, orNothing(values[field])])),
      });
    } catch (error) {
      const message = failureMessage(error, 'Erro ao salvar o cadastro. Tente novamente.');
      return form.setError('root', { message });
    }
    notify.success('Cadastro salvo!');
    refresh();
    onClose();
  }

  const { name, email } = editCustomerInput.shape;
  return (
    <FormDialog
      title="Editar cadastro"
      description="Nome e email como aparecem para a sua equipe. A alteração fica registrada com o seu nome."
      submit={{ label: 'Salvar', pendingLabel: 'Salvando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      {editable.includes('name') && (
        <TextField
          label="Nome"
          maxLength={120}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name', { validate: (text) => validBy(name)(orNothing(text)) })}
        />
      )}
      {editable.includes('email') && (
        <TextField
          type="email"
          label="Email"
          maxLength={254}
          autoComplete="off"
          error={errors.email?.message}
          {...form.register('email', { validate: (text) => validBy(email)(orNothing(text)) })}
        />
      )}
    </FormDialog>
  );
}
