import type { ApiInputs, ApiOutputs } from 'api/contract';

export type EmployeeList = ApiOutputs['employees']['list'];
export type Employee = EmployeeList['employees'][number];
export type NewEmployee = ApiInputs['employees']['add'];
/** By e-mail, or as a link that is shown once. */
export type PasswordLinkDelivery = ApiOutputs['employees']['sendPasswordLink']['passwordLink'];

/** 'Maria Aparecida' → 'Maria', as people call each other. */
export function firstName({ name }: Pick<Employee, 'name'>): string {
  return name.split(' ')[0] ?? name;
}
