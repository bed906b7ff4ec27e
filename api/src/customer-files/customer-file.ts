/** One customer of an imported file, as parsed. */
export interface FileCustomer {
  /** The spreadsheet's row number: the heading is 1. */
  line: number;
  phone: string;
  name: string | null;
  email: string | null;
  balanceCents: number;
}

/** An error that stops the import. `line` is null if it concerns the whole file. */
export interface FileError {
  line: number | null;
  /** The column's heading, if one cell is wrong. */
  column: string | null;
  message: string;
}

/** The customers of all lines without errors, in the file's order, and all errors. */
export interface CustomerFile {
  customers: FileCustomer[];
  errors: FileError[];
}
