import { API_SCOPE_LABELS } from 'domain/api-keys';
import { formatDay, formatDayAndTime } from 'domain/local-dates';
import { roleLabel } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { type Column, DataTable } from 'ui/data-table';
import { Skeleton } from 'ui/skeleton';
import { VisuallyHidden } from 'ui/visually-hidden';
import type { ApiKey } from './api-key.ts';
import type { OpenFrom } from './api-key-dialog.tsx';
import styles from './api-keys-table.module.css';

interface ApiKeysTableProps {
  keys: readonly ApiKey[];
  onOpen: OpenFrom;
}

export function ApiKeysTable({ keys, onOpen }: ApiKeysTableProps) {
  const { timeZone } = useStaffSession().merchant;
  const columns: Column<ApiKey>[] = [
    { header: 'Nome', cell: (apiKey) => <Name apiKey={apiKey} /> },
    { header: 'Pode', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { header: 'Pessoa', cell: (apiKey) => <EmployeeName apiKey={apiKey} /> },
    {
      header: 'Último uso',
      cell: ({ lastUsedAt }) => (
        <span className={styles.when}>
          {lastUsedAt ? formatDayAndTime(lastUsedAt, timeZone) : 'Nunca usada'}
        </span>
      ),
    },
    {
      header: 'Criada em',
      cell: ({ createdAt }) => <span className={styles.when}>{formatDay(createdAt, timeZone)}</span>,
    },
    {
      header: 'Ações',
      align: 'end',
      wholeLine: true,
      cell: (apiKey) => <Action apiKey={apiKey} onOpen={onOpen} />,
    },
  ];
  return <DataTable caption="Chaves de API" columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

function Name({ apiKey: { name, prefix } }: { apiKey: ApiKey }) {
  return (
    <span className={styles.text}>
      <span className={styles.name}>{name}</span>
      <code className={styles.prefix}>{prefix}…</code>
    </span>
  );
}

/** A revoked key stays in the list for a while, to explain why a point of sale has stopped. */
function Action({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: OpenFrom }) {
  if (apiKey.revokedAt !== null) return <Badge>Revogada</Badge>;
  return (
    <span className={styles.action}>
      <Button variant="ghost" onClick={(event) => onOpen({ kind: 'revoke', apiKey }, event.currentTarget)}>
        Revogar
        <VisuallyHidden> {apiKey.name}</VisuallyHidden>
      </Button>
    </span>
  );
}

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  return (
    <ul className={styles.scopes}>
      {scopes.map((scope) => (
        <li key={scope}>
          <Badge>{API_SCOPE_LABELS[scope].label}</Badge>
        </li>
      ))}
    </ul>
  );
}

function EmployeeName({ apiKey: { employee, revokedAt } }: { apiKey: ApiKey }) {
  return (
    <span className={styles.text}>
      <span className={styles.employee}>{employee.name}</span>
      <span className={styles.muted}>{roleLabel(employee.role)}</span>
      {revokedAt === null && !employee.isActive && (
        <Badge tone="warning">Inativo: a chave não funciona</Badge>
      )}
    </span>
  );
}

const SKELETON_COLUMNS: Column<string>[] = [
  {
    header: 'Nome',
    cell: () => (
      <span className={styles.text}>
        <Skeleton width="8rem" height="1.25rem" />
        <Skeleton width="6.5rem" height="1rem" />
      </span>
    ),
  },
  { header: 'Pode', cell: () => <Skeleton width="10rem" height="1.375rem" radius="999px" /> },
  { header: 'Pessoa', cell: () => <Skeleton width="7rem" height="1rem" /> },
  { header: 'Último uso', cell: () => <Skeleton width="8rem" height="1rem" /> },
  { header: 'Criada em', cell: () => <Skeleton width="5rem" height="1rem" /> },
  { header: 'Ações', align: 'end', wholeLine: true, cell: () => <Skeleton width="5rem" height="2.75rem" /> },
];

/** The table with keys that are coming. */
export function ApiKeysSkeleton() {
  return (
    <DataTable caption="Chaves de API" columns={SKELETON_COLUMNS} rows={['a', 'b']} rowKey={(row) => row} />
  );
}
