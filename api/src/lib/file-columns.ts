/** A column of a file that leaves the product, and where a row's cell comes from; null is an empty cell. */
export type FileColumn<Row> =
  | Column<'text', string, Row>
  | Column<'count', number, Row>
  | Column<'cents', number, Row>
  /** 500 is shown as 5 %. */
  | Column<'basisPoints', number, Row>
  /** 'YYYY-MM-DD'. */
  | Column<'day', string, Row>
  /** 'YYYY-MM-DDTHH:MM:SS', as the merchant's clock shows it: a spreadsheet knows no time zones. */
  | Column<'moment', string, Row>;

interface Column<Kind extends string, Value, Row> {
  header: string;
  /** Width in characters. */
  width: number;
  kind: Kind;
  of(row: Row): Value | null;
}
