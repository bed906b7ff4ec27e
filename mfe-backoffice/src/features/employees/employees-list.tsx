import { failureMessage } from 'federation/error-message';
import { Users } from 'lucide-react';
import { Card } from 'ui/card';
import { type Column, DataTable } from 'ui/data-table';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { trpc } from '../../lib/trpc.ts';
import type { Employee } from './employee.ts';
import { EmployeeActions } from './employee-actions.tsx';
import { EmailCell, NameCell, RoleCell, StatusCell } from './employee-cells.tsx';
import type { OpenFrom } from './employee-dialog.tsx';
import styles from './employees-list.module.css';

/** All employees, newest first, in one of the four states. Rows stay while they are refetched. */
export function EmployeesList({ onOpen }: { onOpen: OpenFrom }) {
  const { data, error, isFetching, refetch } = trpc.employees.list.useQuery();

  function content() {
    if (data?.employees.length === 0) return <Nobody />;
    if (data) return <EmployeesTable employees={data.employees} onOpen={onOpen} />;
    if (!error) return <EmployeesSkeleton />;
    return (
      <ScreenState
        state="failed"
        message={failureMessage(error, 'Erro ao carregar funcionários')}
        onRetry={refetch}
        retrying={isFetching}
      />
    );
  }

  return <Card flush>{content()}</Card>;
}

function EmployeesTable({ employees, onOpen }: { employees: readonly Employee[]; onOpen: OpenFrom }) {
  const columns: Column<Employee>[] = [
    { header: 'Nome', cell: (employee) => <NameCell employee={employee} /> },
    { header: 'Email', cell: (employee) => <EmailCell employee={employee} /> },
    { header: 'Função', cell: (employee) => <RoleCell employee={employee} /> },
    { header: 'Status', cell: (employee) => <StatusCell employee={employee} /> },
    {
      header: 'Ações',
      align: 'end',
      wholeLine: true,
      cell: (employee) => <EmployeeActions employee={employee} onOpen={onOpen} />,
    },
  ];
  return (
    <div className={styles.employees}>
      <DataTable caption="Funcionários" columns={columns} rows={employees} rowKey={({ id }) => id} />
    </div>
  );
}

function Nobody() {
  return (
    <ScreenState
      state="empty"
      icon={<Users />}
      title="Nenhum funcionário cadastrado"
      description="Adicione a primeira pessoa: ela recebe um link para criar a própria senha."
    />
  );
}

const SKELETON_COLUMNS: Column<string>[] = [
  {
    header: 'Nome',
    cell: () => (
      <span className={styles.employee}>
        <Skeleton width="2rem" height="2rem" radius="999px" />
        <Skeleton width="9rem" height="1rem" />
      </span>
    ),
  },
  { header: 'Email', cell: () => <Skeleton width="11rem" height="1rem" /> },
  { header: 'Função', cell: () => <Skeleton width="6rem" height="1rem" /> },
  { header: 'Status', cell: () => <Skeleton width="4rem" height="1.375rem" radius="999px" /> },
  {
    header: 'Ações',
    align: 'end',
    wholeLine: true,
    cell: () => (
      <span className={styles.actions}>
        <Skeleton width="8rem" height="2.75rem" />
      </span>
    ),
  },
];

/** The table with people who are coming. */
function EmployeesSkeleton() {
  return (
    <ScreenState state="loading" label="Carregando funcionários">
      <div className={styles.employees}>
        <DataTable
          caption="Funcionários"
          columns={SKELETON_COLUMNS}
          rows={['a', 'b', 'c', 'd']}
          rowKey={(row) => row}
        />
      </div>
    </ScreenState>
  );
}
