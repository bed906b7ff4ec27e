import { randomInt, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { App } from '../context.ts';
import { addSpend } from '../spend/add-spend.ts';
import type { StaffSession } from '../staff-session.ts';

/**
 * Number of entries: enough that each caller of the tenant matrix removes one, and names one of the other
 * merchant's.
 */
const ENTRIES = 60;

/** An amount whose digits stand nowhere else. */
const canaryCents = () => randomInt(100_000_000, 999_999_999);

/** An entry of marketing spend as the screen makes it, and many more beside it. */
export async function insertSpendEntries(
  app: App,
  owner: pg.Pool,
  boss: StaffSession,
): Promise<{
  entered: { operationId: string; amountCents: number; date: string };
  ids: string[];
  canaries: string[];
}> {
  const entered = { operationId: randomUUID(), amountCents: canaryCents(), date: '2026-03-10' };
  const { id } = await addSpend(app, boss, { ip: '127.0.0.1', userAgent: 'tenant-fixture' }, entered);
  const more = Array.from({ length: ENTRIES }, () => ({ id: randomUUID(), cents: canaryCents() }));
  const ids = more.map((entry) => entry.id);
  await owner.query(
    `INSERT INTO marketing_spend (merchant_id, id, employee_id, amount_cents, date)
     SELECT $1, id, $2, cents, current_date FROM unnest($3::uuid[], $4::bigint[]) AS spent (id, cents)`,
    [boss.merchantId, boss.employeeId, ids, more.map(({ cents }) => cents)],
  );
  const amounts = [entered.amountCents, ...more.map(({ cents }) => cents)].map(String);
  return { entered, ids, canaries: [id, ...ids, ...amounts] };
}
