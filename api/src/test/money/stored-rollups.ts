import { databaseTime } from '../../lib/clock.ts';
import { readRollups } from '../../rollups/read-rollups.ts';
import type { MoneyModel } from './model.ts';
import { assertSame, type ModelFixture } from './model-fixture.ts';
import { modelRollups, sorted } from './rollups-model.ts';

/** A row of text from a key and amounts; amounts of zero are left out, and rows that have no other. */
const line = (key: string, amounts: Record<string, string>) => {
  const parts = Object.entries(amounts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, column]) => `CASE WHEN (${column}) <> 0 THEN ' ${name}=' || (${column}) END`);
  return `${key} || nullif(concat(${parts.join(', ')}), '') AS line`;
};

const WHERE = 'WHERE f.merchant_id = $1';
const DAY_AMOUNTS = {
  purchases: 'f.purchases',
  revenue: 'f.revenue_cents',
  cashback: 'f.cashback_cents',
  unconfirmed: 'f.unconfirmed_purchases',
  unconfirmedCents: 'f.unconfirmed_cents',
  redemptions: 'f.redemptions',
  redeemed: 'f.redeemed_cents',
};
const never = (column: string) => `CASE WHEN ${column} = '-infinity' THEN 'never' ELSE ${column}::text END`;
const moment = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Each table in the words of rollups-model.ts. $2: the moment until which lots count as expired. */
const TABLES: Record<string, string> = {
  daily: `SELECT ${line('f.day', { ...DAY_AMOUNTS, newCustomers: 'f.new_customers' })} FROM daily_rollups f ${WHERE}`,
  visits: `SELECT ${line(`f.day || ' after ' || ${never('f.previous_day')}`, { visits: 'f.visits' })} FROM visit_rollups f ${WHERE}`,
  visitMonths: `SELECT ${line(`f.day || ' after ' || ${never('f.previous_month')}`, { visits: 'f.visits' })} FROM visit_month_rollups f ${WHERE}`,
  cohorts: `SELECT ${line("f.cohort_month || ' in ' || f.month", { customers: 'f.customers', spent: 'f.spent_cents' })} FROM cohort_rollups f ${WHERE}`,
  customers: `SELECT ${line("c.phone || ' ' || f.first_day || ' ' || f.last_day", { purchases: 'f.purchases', spent: 'f.spent_cents' })}
    FROM customer_rollups f JOIN customers c ON c.merchant_id = f.merchant_id AND c.id = f.customer_id ${WHERE}`,
  segments: `SELECT ${line("f.edge || ' ' || f.day || ' ' || f.frequency_class || '/' || f.value_class", { customers: 'f.customers', spent: 'f.spent_cents' })}
    FROM segment_rollups f ${WHERE}`,
  // There is one employee.
  byEmployee: `SELECT ${line('f.day', DAY_AMOUNTS)} FROM daily_employee_rollups f ${WHERE}`,
  lots: `SELECT ${line(
    `CASE WHEN f.available_at = '-infinity' THEN 'at once' ELSE ${moment('f.available_at')} END || ' to ' ||
     CASE WHEN f.expires_at = 'infinity' THEN 'never' ELSE ${moment('f.expires_at')} END`,
    {
      remaining: 'CASE WHEN f.expires_at > $2 THEN f.remaining_cents ELSE 0 END',
      ended: 'f.expired_cents + CASE WHEN f.expires_at > $2 THEN 0 ELSE f.remaining_cents END',
    },
  )} FROM lot_rollups f ${WHERE}`,
};

const ALL = Object.entries(TABLES)
  .map(([name, text]) => `SELECT '${name}' AS name, line FROM (${text}) ${name} WHERE line IS NOT NULL`)
  .join(' UNION ALL ');

/** The rollups that a report of the merchant would read now. */
async function storedRollups({ app, clock, staff }: ModelFixture, merchant: number) {
  const { merchantId } = staff[merchant] as ModelFixture['staff'][number];
  const found = await readRollups(app, merchantId, (tx) =>
    tx.query<{ name: string; line: string }>({ name: 'stored_rollups', text: ALL }, [
      merchantId,
      databaseTime(clock),
    ]),
  );
  const rows: Record<string, string[]> = Object.fromEntries(Object.keys(TABLES).map((name) => [name, []]));
  for (const { name, line: text } of found) rows[name]?.push(text);
  return sorted(rows);
}

/** The rows by day without the values that belong to no employee. */
function employeeRows(daily: string[]): string[] {
  return daily
    .map((row) => row.replace(/ newCustomers=\d+/, ''))
    .filter((row) => row.includes('='))
    .sort();
}

/**
 * The stored rollups of both merchants, against the model. All that an employee did is the one employee's.
 */
export async function compareRollups(model: MoneyModel, fixture: ModelFixture): Promise<void> {
  for (const merchant of fixture.staff.keys()) {
    const expected = modelRollups(model, merchant);
    const byEmployee = employeeRows(expected.daily ?? []);
    assertSame(
      `rollups of merchant ${merchant}`,
      await storedRollups(fixture, merchant),
      sorted({ ...expected, byEmployee }),
    );
  }
}
