import { formatPhone } from 'domain/phone';
import { roleLabel } from 'domain/roles';
import { Avatar } from 'ui/avatar';
import { Badge } from 'ui/badge';
import type { Employee } from './employee.ts';
import styles from './employees-list.module.css';

interface CellProps {
  employee: Employee;
}

export function NameCell({ employee }: CellProps) {
  return (
    <span className={styles.employee}>
      <Avatar name={employee.name} size="small" />
      <span className={styles.text}>
        <span className={styles.name}>
          {employee.name}
          {employee.isSelf && <Badge>Você</Badge>}
        </span>
        {employee.phone && <span className={styles.phone}>{formatPhone(employee.phone)}</span>}
      </span>
    </span>
  );
}

export function EmailCell({ employee }: CellProps) {
  return <span className={styles.email}>{employee.email}</span>;
}

export function RoleCell({ employee }: CellProps) {
  return roleLabel(employee.role);
}

export function StatusCell({ employee }: CellProps) {
  const { label, tone } = statusOf(employee);
  return (
    <Badge dot tone={tone}>
      {label}
    </Badge>
  );
}

/** Invited: active, and without a password yet. */
function statusOf({ isActive, isInvited }: Employee) {
  if (!isActive) return { label: 'Inativo', tone: 'neutral' } as const;
  return isInvited
    ? ({ label: 'Convidado', tone: 'warning' } as const)
    : ({ label: 'Ativo', tone: 'success' } as const);
}
