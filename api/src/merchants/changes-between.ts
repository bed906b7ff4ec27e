type Value = string | number | boolean | null;

/**
 * The audit details of a change, for the columns that differ: `rate_basis_points_before: 500,
 * rate_basis_points_after: 700`.
 */
export function changesBetween<Row extends { [Column in keyof Row]: Value }>(
  before: Row,
  after: Row,
): Record<string, Value> {
  const columns = Object.keys(after) as (keyof Row & string)[];
  return Object.fromEntries(
    columns
      .filter((column) => before[column] !== after[column])
      .flatMap((column) => [
        [`${column}_before`, before[column]],
        [`${column}_after`, after[column]],
      ]),
  );
}
