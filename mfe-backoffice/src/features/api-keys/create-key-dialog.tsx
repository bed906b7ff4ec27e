import { createApiKeyInput } from 'domain/api-keys';
import { useForm, useWatch } from 'react-hook-form';
import { TextField } from 'ui/text-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { type KeyValues, usableScopes } from './api-key.ts';
import { EmployeeField } from './employee-field.tsx';
import { ScopeChoices } from './scope-choices.tsx';
import { useCreateKey } from './use-create-key.ts';
import { useKeyEmployees } from './use-key-employees.ts';

interface CreateKeyDialogProps {
  onCreated: (created: { name: string; key: string }) => void;
  onClose: () => void;
}

/** The form of a key: its name, its scopes and the employee it acts for. */
export function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const employees = useKeyEmployees();
  const [self] = employees;
  const form = useForm<KeyValues>({ defaultValues: { name: '', scopes: [], employeeId: self.id } });
  const { errors, isSubmitting } = form.formState;
  const employeeId = useWatch({ control: form.control, name: 'employeeId' });
  const { role } = employees.find(({ id }) => id === employeeId) ?? self;
  const create = useCreateKey(form, onCreated);
  return (
    <FormDialog
      title="Nova chave de API"
      submit={{ label: 'Criar chave', pendingLabel: 'Criando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit((values) =>
        create({ ...values, scopes: usableScopes(role, values.scopes) }),
      )}
      onClose={onClose}
    >
      <TextField
        label="Nome"
        required
        autoComplete="off"
        hint="O sistema que vai usá-la, como “Caixa 1”."
        error={errors.name?.message}
        {...form.register('name', { validate: validBy(createApiKeyInput.shape.name) })}
      />
      <EmployeeField form={form} employees={employees} />
      <ScopeChoices form={form} role={role} />
    </FormDialog>
  );
}
