import { EmployeesScreen } from '../features/employees/employees-screen.tsx';

export function EmployeesRoute() {
  return <EmployeesScreen />;
}
