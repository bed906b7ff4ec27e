type Value = string | number | boolean | null;

/**
 * The details of a change in the audit log, named as the columns: `rateBasisPoints` gives
 * `rate_basis_points_before: 500, rate_basis_points_after: 700`, if it differs.
 */
export function changesBetween<Row extends { [Field in keyof Row]: Value }>(
  before: Row,
  after: Row,
): Record<string, Value> {
  const fields = Object.keys(after) as (keyof Row & string)[];
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .flatMap((field) => {
        const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        return [
          [`${column}_before`, before[field]],
          [`${column}_after`, after[field]],
        ];
      }),
  );
}
