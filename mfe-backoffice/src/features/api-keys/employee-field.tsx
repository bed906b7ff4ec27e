import { roleLabel } from 'domain/roles';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField } from 'ui/select-field';
import type { KeyValues } from './api-key.ts';
import type { KeyEmployee } from './use-key-employees.ts';

interface EmployeeFieldProps {
  form: UseFormReturn<KeyValues>;
  /** The caller comes first. */
  employees: readonly KeyEmployee[];
}

/** The employee that a key acts for. */
export function EmployeeField({ form, employees }: EmployeeFieldProps) {
  return (
    <SelectField
      label="Em nome de"
      hint="As operações ficam registradas com este nome. Se a pessoa for desativada, a chave para de funcionar."
      error={form.formState.errors.employeeId?.message}
      options={employees.map(({ id, name, role }, index) => ({
        value: id,
        label: `${name} (${index === 0 ? 'você' : roleLabel(role)})`,
      }))}
      {...form.register('employeeId')}
    />
  );
}
