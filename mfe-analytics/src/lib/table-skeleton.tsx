import { DataTable } from 'ui/data-table';
import { Skeleton } from 'ui/skeleton';
import styles from './table-skeleton.module.css';

interface TableSkeletonProps {
  /** The columns of the table that is coming; `lines` of text a cell, one unless said otherwise. */
  columns: readonly { header: string; align?: 'start' | 'end' | undefined; lines?: 1 | 2 }[];
  rows: number;
}

/** The table that is coming, with nothing in it: as high as it will be, on a phone too. */
export function TableSkeleton({ columns, rows }: TableSkeletonProps) {
  return (
    <DataTable
      caption=""
      columns={columns.map(({ header, align, lines = 1 }) => ({
        header,
        align,
        cell: () => <Lines lines={lines} />,
      }))}
      rows={Array.from({ length: rows }, (_, row) => row)}
      rowKey={String}
    />
  );
}

function Lines({ lines }: { lines: 1 | 2 }) {
  return (
    <span className={styles.lines}>
      <span className={styles.line}>
        <Skeleton width={lines === 2 ? '10rem' : '5rem'} height="1.25em" />
      </span>
      {lines === 2 && (
        <span className={styles.small}>
          <Skeleton width="7rem" height="1.25em" />
        </span>
      )}
    </span>
  );
}
