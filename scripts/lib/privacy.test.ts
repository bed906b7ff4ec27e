import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INACTIVITY_MONTHS, INACTIVITY_NOTICE_DAYS, INACTIVITY_RUN, RETENTION_DAYS } from 'domain/retention';
import { useDatabaseFixture } from 'testing/database-fixture';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const TEXT = read('privacy.md');
const fixture = useDatabaseFixture();

/** The cells of each table's row whose first cell is one name in code. */
const rows = [...TEXT.matchAll(/^\| `([\w.]+)` \|(.*)\|$/gm)].map(([, name = '', rest = '']) => ({
  name,
  cells: rest.split('|').map((cell) => cell.trim()),
}));

const byName = (a: string[], b: string[]) => String(a[0]).localeCompare(String(b[0]));

test('docs/privacy.md names every column of every table, with a reason, a basis and how long it is kept', async () => {
  const { rows: tables } = await fixture.owner.query<{ name: string; columns: string[] }>(
    `SELECT CASE table_schema WHEN 'public' THEN '' ELSE table_schema || '.' END || table_name AS name,
       array_agg(column_name::text ORDER BY column_name) AS columns
     FROM information_schema.columns
     WHERE table_schema IN ('public', 'operations') AND table_name <> '_prisma_migrations' GROUP BY 1`,
  );
  const described = rows.filter(({ cells }) => cells.length === 4);
  expect(described.map(({ name, cells }) => [name, ...columnsIn(cells[0])]).sort(byName)).toEqual(
    tables.map(({ name, columns }) => [name, ...columns]).sort(byName),
  );
  expect(described.filter(({ cells }) => cells.some((cell) => cell === ''))).toEqual([]);
});

test('docs/privacy.md says of each row past its retention after how many days it goes', () => {
  const kept = rows
    .filter(({ cells }) => cells.length === 2)
    .map(({ name, cells }) => [name, Number(cells[0])]);
  expect(kept).toEqual(Object.entries(RETENTION_DAYS));
});

test('docs/privacy.md and decision 0060 say of customers without movement what the job does', () => {
  const { rowsPerBatch, batchesPerMerchant, noticesPerMerchant, erasures } = INACTIVITY_RUN;
  const { least, most, initial } = INACTIVITY_MONTHS;
  const privacy = TEXT.replace(/\s+/g, ' ');
  expect(privacy).toContain(`months as the merchant sets: ${least} to ${most}, by default ${initial}.`);
  expect(privacy).toContain(`They have notice ${INACTIVITY_NOTICE_DAYS} days before`);
  // The last batch begins one notice short of the limit, and each of its rows may be due.
  const notices = noticesPerMerchant - 1 + rowsPerBatch;
  expect(privacy).toContain(
    `gives at most ${notices} notices for each merchant and erases at most ${erasures} `,
  );
  const decision = read('decisions/0060-retention.md').replace(/\s+/g, ' ');
  const rowsAnHour = (rowsPerBatch * batchesPerMerchant).toLocaleString('en-US');
  expect(decision).toContain(`${rowsPerBatch} in a transaction`);
  expect(decision).toContain(`An hour reads ${rowsAnHour} of a merchant`);
});

function columnsIn(cell = ''): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, column = '']) => column).sort();
}
