/** One customer of an imported file, as it was understood. */
export interface FileCustomer {
  /** As a spreadsheet numbers its rows: the heading is 1. */
  line: number;
  phone: string;
  name: string | null;
  email: string | null;
  balanceCents: number;
}

/** Why a file cannot be imported as it is. `line` is null where it concerns the whole file. */
export interface FileError {
  line: number | null;
  /** The column's heading, where one cell is wrong. */
  column: string | null;
  message: string;
}

/** Of every line that has no error, in the order of the file; and every error. */
export interface CustomerFile {
  customers: FileCustomer[];
  errors: FileError[];
}
