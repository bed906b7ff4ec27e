import type { DoubtedPhone } from './doubted-phones.ts';
import type { FileLine } from './line-layout.ts';
import type { DoubtedBalance } from './read-balances.ts';
import type { ReadColumn } from './read-table.ts';

/** One customer of an imported file, as parsed. */
export interface FileCustomer {
  /** The spreadsheet's row number: the first is 1. */
  line: number;
  phone: string;
  name: string | null;
  email: string | null;
  balanceCents: number;
}

/** An error that stops the import. `line` is null if it concerns the whole file. */
export interface FileError {
  line: number | null;
  /** The column of the template, if one cell is wrong. */
  column: string | null;
  message: string;
}

/** The customers of all lines without errors, in the file's order, and all errors. */
export interface CustomerFile {
  customers: FileCustomer[];
  errors: FileError[];
  /** True if an error concerns more than its own line: nothing of the file can be imported. */
  isBlocked: boolean;
  /** What each column is taken for; none where the file cannot be read at all. */
  columns: ReadColumn[];
  /** The lines below the headings by their numbers, blank ones left out. */
  lines: ReadonlyMap<number, FileLine>;
  /** The text of lines whose cells may stand in wrong columns. In `lines` their cells are blank. */
  asWritten: ReadonlyMap<number, string>;
  /** How many of the customers' balances had a part of a centavo. */
  roundedCount: number;
  /** Where the balances can be read in two ways: some of them in both. The file is blocked then. */
  doubtedBalances: DoubtedBalance[];
  /** All phones that may be mistyped, whatever was answered about them. */
  doubtedPhones: DoubtedPhone[];
}
