import { shareTenths } from 'domain/report-formulas';
import { Badge } from 'ui/badge';
import { type Column, DataTable } from 'ui/data-table';
import { Money } from 'ui/money';
import { formatCount, formatTenths } from '../../lib/number-formats.ts';
import { ShareBar } from '../../lib/share-bar.tsx';

import { type SortOrder, TEAM_SORTS, type TeamNumbers, type TeamSort } from './sort-team.ts';
import styles from './team-report.module.css';
import type { TeamMember } from './use-team.ts';

interface TeamTableProps {
  team: readonly TeamMember[];
  total: TeamNumbers;
  sort: TeamSort;
  order: SortOrder;
  onSort: (sort: TeamSort) => void;
}

/** One employee's numbers, or the total in the last row. */
type Row = TeamNumbers & { member?: TeamMember | undefined };

/**
 * Every employee with their share of the revenue; the last row is the total, however the others are sorted.
 */
export function TeamTable({ team, total, sort, order, onSort }: TeamTableProps) {
  const rows: Row[] = [...team.map((member) => ({ ...member, member })), total];
  const cells: Record<TeamSort, Column<Row>['cell']> = {
    name: ({ member }) => <Who member={member} />,
    transactions: ({ transactions }) => formatCount(transactions),
    revenueCents: ({ member, revenueCents }) =>
      member ? (
        <Revenue cents={revenueCents} totalCents={total.revenueCents} />
      ) : (
        <Money cents={revenueCents} />
      ),
    averageTicketCents: ({ averageTicketCents }) => <Money cents={averageTicketCents} />,
    cashbackCents: ({ cashbackCents }) => <Money cents={cashbackCents} />,
    unconfirmedCents: (row) => <Unconfirmed row={row} />,
    redemptions: ({ redemptions }) => formatCount(redemptions),
    redeemedCents: ({ redeemedCents }) => <Money cents={redeemedCents} />,
  };
  const columns = (Object.keys(TEAM_SORTS) as TeamSort[]).map(
    (column): Column<Row> => ({
      header: TEAM_SORTS[column],
      align: column === 'name' ? 'start' : 'end',
      cell: cells[column],
      sort: { order: column === sort ? order : 'none', onSort: () => onSort(column) },
    }),
  );
  return (
    <DataTable
      caption="Números por funcionário"
      columns={columns}
      rows={rows}
      rowKey={({ member }) => member?.employeeId ?? 'total'}
    />
  );
}

function Who({ member }: Pick<Row, 'member'>) {
  if (!member) return <span className={styles.total}>Total</span>;
  return (
    <span className={styles.who}>
      {member.name}
      {!member.isActive && <Badge>Inativo</Badge>}
    </span>
  );
}

function Revenue({ cents, totalCents }: { cents: number; totalCents: number }) {
  const tenths = shareTenths(cents, totalCents);
  return (
    <span className={styles.share}>
      <Money cents={cents} />
      <ShareBar parts={[{ tenths, tone: 'green' }]} />
      <span className={styles.muted}>{formatTenths(tenths)} do total</span>
    </span>
  );
}

function Unconfirmed({ row: { unconfirmedCents, unconfirmedTransactions: purchases } }: { row: Row }) {
  return (
    <span className={styles.amount}>
      <Money cents={unconfirmedCents} />
      <span className={styles.muted}>{purchases === 1 ? '1 venda' : `${formatCount(purchases)} vendas`}</span>
    </span>
  );
}
