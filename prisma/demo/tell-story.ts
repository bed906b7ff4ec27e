import type pg from 'pg';
import type { App } from '../../api/src/context.ts';
import { newId } from '../../api/src/lib/id.ts';
import { readRollups } from '../../api/src/rollups/read-rollups.ts';
import type { StaffSession } from '../../api/src/staff-session.ts';
import { openDemoCounter } from './counter.ts';
import { writeVisits } from './history.ts';
import { createRandom } from './random.ts';
import { makeRegulars } from './regulars.ts';
import { CAMPAIGN, EMPLOYEES, EVENTS, MERCHANT_DAYS_AGO, RULES } from './story.ts';
import { makeVisits } from './visits.ts';

interface Telling {
  /** The bakery's owner, signed in. */
  staff: StaffSession;
  /** The database's owner, who may date audit entries. */
  owner: pg.Client;
  /** The employees' password, hashed. */
  passwordHash: string;
  /** Sets the time of everything that the app does next; undefined is the real one. */
  setNow: (now: Date | undefined) => void;
}

const HOUR_MS = 3_600_000;

/** Writes the demo's fourteen months, in the order in which they happened, and builds the rollups of them. */
export async function tellStory(app: App, { staff, owner, passwordHash, setNow }: Telling): Promise<void> {
  const now = new Date();
  const { merchantId } = staff;
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const random = createRandom(2_026);
  const visits = makeVisits(random, makeRegulars(random, CAMPAIGN), CAMPAIGN, now);
  setNow(hoursAgo(MERCHANT_DAYS_AGO * 24));
  const employeeIds = [staff.employeeId, ...(await addEmployees(app, merchantId, passwordHash))];
  setNow(undefined);
  await writeVisits(app, merchantId, { visits, employeeIds, rules: RULES, now });
  const counter = openDemoCounter(app, staff);
  for (const [hours, happen] of EVENTS) {
    const at = hoursAgo(hours);
    setNow(at);
    await happen(counter);
    await dateAuditEntries(owner, merchantId, { since: now, at });
  }
  setNow(undefined);
  // So that the first report does not have to wait for it.
  await readRollups(app, merchantId, async () => undefined);
}

async function addEmployees(
  { tenancy }: Pick<App, 'tenancy'>,
  merchantId: string,
  passwordHash: string,
): Promise<string[]> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const { now: createdAt } = tx;
    const data = EMPLOYEES.map((employee) => {
      return { ...employee, merchantId, id: newId(createdAt.getTime()), passwordHash, createdAt };
    });
    await tx.prisma(({ employee }) => employee.createMany({ data }));
    return data.map(({ id }) => id);
  });
}

/**
 * Dates the audit entries made in real time since `since` to the demo's own time. The product itself can
 * neither date nor change an entry.
 */
async function dateAuditEntries(
  owner: pg.Client,
  merchantId: string,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  await owner.query("SELECT set_config('app.merchant_id', $1, false)", [merchantId]);
  await owner.query('UPDATE audit_log SET created_at = $3 WHERE merchant_id = $1 AND created_at >= $2', [
    merchantId,
    since,
    at,
  ]);
}
