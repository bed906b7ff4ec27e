// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on a phone drops a table's roles in Safari;
// said aloud they stay.
/// <reference path="./css-modules.d.ts" />
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** 'end' for amounts and actions. */
  align?: 'start' | 'end' | undefined;
  /**
   * On a phone the cell has the whole line, without its label, and on paper there is none: for buttons, which
   * say themselves what they do.
   */
  wholeLine?: boolean | undefined;
  /** For buttons and links, which paper has no use for. */
  screenOnly?: boolean | undefined;
  /** The header is a button that orders by this column. A phone shows no headers: offer a select there. */
  sort?: ColumnSort | undefined;
}

export interface ColumnSort {
  order: 'ascending' | 'descending' | 'none';
  onSort: () => void;
}

export interface DataTableProps<Row> {
  /** The table's subject, for screen readers. */
  caption: string;
  /** The first column names the row: it is its header, and on a phone its title. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Two or three short columns: it stays a table on a phone. */
  narrow?: boolean | undefined;
}

/** A table; on a phone each row is a block of label and value. Put it in a `<Card flush>`. */
export function DataTable<Row>({ caption, columns, rows, rowKey, narrow = false }: DataTableProps<Row>) {
  return (
    <div className={classNames(styles.frame, !narrow && styles.folding)}>
      <table role="table" className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                role="columnheader"
                aria-sort={column.sort?.order}
                className={cellClassName(column)}
              >
                {column.sort ? <SortButton header={column.header} sort={column.sort} /> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column, index) => (
                <Cell key={column.header} column={column} row={row} isHeader={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SORT_ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

/**
 * Where the headers are hidden there is no button: no hidden element may take the focus. The header stays
 * one.
 */
function SortButton({ header, sort: { order, onSort } }: { header: string; sort: ColumnSort }) {
  const Icon = SORT_ICONS[order];
  return (
    <>
      <button type="button" className={styles.sort} data-order={order} onClick={onSort}>
        {header}
        <Icon aria-hidden="true" />
      </button>
      <span className={styles.unsorted}>{header}</span>
    </>
  );
}

function cellClassName<Row>({ align, wholeLine, screenOnly }: Column<Row>) {
  return classNames(
    align === 'end' && styles.end,
    wholeLine && styles.wholeLine,
    screenOnly && styles.screenOnly,
  );
}

function Cell<Row>({ column, row, isHeader }: { column: Column<Row>; row: Row; isHeader: boolean }) {
  const className = cellClassName(column);
  if (isHeader) {
    return (
      <th scope="row" role="rowheader" className={className}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td role="cell" data-label={column.header} className={className}>
      {column.cell(row)}
    </td>
  );
}
