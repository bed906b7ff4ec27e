import type { ReactNode } from 'react';
import { type Column, DataTable } from 'ui/data-table';
import { Money } from 'ui/money';
import { formatCount, formatDate } from '../../lib/number-formats.ts';
import { pointName } from './chart-labels.ts';
import { type ChartPoint, type Grouping, totalOf } from './chart-points.ts';
import { AMOUNT_SERIES } from './series.ts';

interface ChartTableProps {
  caption: string;
  points: readonly ChartPoint[];
  grouping: Grouping;
}

/** A point, or all of them together. */
type Row = Omit<ChartPoint, 'from' | 'to'> & { name: string; isTotal?: boolean };

/** The lines' data as a table. */
export function AmountsTable(props: ChartTableProps) {
  return (
    <PointsTable
      {...props}
      columns={AMOUNT_SERIES.map(({ key, name }) => ({
        header: name,
        align: 'end',
        cell: (row) => <Strong row={row}>{<Money cents={row[key]} />}</Strong>,
      }))}
    />
  );
}

/** The bars' data as a table. */
export function TransactionsTable(props: ChartTableProps) {
  return (
    <PointsTable
      {...props}
      narrow
      columns={[
        {
          header: 'Transações',
          align: 'end',
          cell: (row) => <Strong row={row}>{formatCount(row.transactions)}</Strong>,
        },
      ]}
    />
  );
}

interface PointsTableProps extends ChartTableProps {
  columns: Column<Row>[];
  narrow?: boolean;
}

function PointsTable({ caption, points, grouping, columns, narrow }: PointsTableProps) {
  const rows: Row[] = points.map((point) => ({
    ...point,
    name: grouping === 'day' ? formatDate(point.from) : pointName(point),
  }));
  return (
    <DataTable
      caption={caption}
      narrow={narrow}
      columns={[
        {
          header: grouping === 'day' ? 'Dia' : 'Mês',
          cell: (row) => <Strong row={row}>{row.name}</Strong>,
        },
        ...columns,
      ]}
      rows={[...rows, { ...totalOf(points), name: 'Total', isTotal: true }]}
      rowKey={({ name }) => name}
    />
  );
}

function Strong({ row, children }: { row: Row; children: ReactNode }) {
  return row.isTotal ? <strong>{children}</strong> : children;
}
