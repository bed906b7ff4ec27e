import { useDatabaseFixture } from 'testing/database-fixture';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { asWorker } from '../test/as-worker.ts';
import { insertEmployee } from '../test/employees.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock, HOUR_MS, insertMerchant } from '../test/money-app.ts';
import { announceAlerts } from './announce-alerts.ts';
import { mailAlerts } from './mail-alerts.ts';

const fixture = useDatabaseFixture();
/** Five in the morning in São Paulo. */
const DAWN = '2026-03-10T08:00:00Z';
const clock = createMovableClock(DAWN);
let mails: MailServer;
let server: InProcessServer;
let staff: StaffSession;

beforeAll(async () => {
  mails = await startMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Volta <avisos@volta.example>' };
  server = await startInProcessServer(fixture.database.appUrl, { clock, env });
});
beforeEach(async () => {
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  await fixture.owner.query('DELETE FROM alerts');
  mails.messages.length = 0;
  clock.set(DAWN);
  staff = await insertMerchant(fixture.owner);
  await fixture.owner.query(`INSERT INTO alert_progress VALUES ($1, $2::timestamptz, 0, '{}', $2::date)`, [
    staff.merchantId,
    clock.now(),
  ]);
});
afterAll(async () => {
  await server?.close();
  await mails?.close();
});

let days = 0;
async function insertAlert(rule = 'night'): Promise<void> {
  days += 1;
  await fixture.owner.query(
    `INSERT INTO alerts (merchant_id, id, rule, employee_id, day, numbers, movement_ids, found_at)
     VALUES ($1, gen_random_uuid(), $2, $3, $4::timestamptz - $5 * interval '1 day', '{}', '{}', $4)`,
    [staff.merchantId, rule, staff.employeeId, clock.now(), days],
  );
}

/** Runs the job and the mails that it enqueued. */
async function announce(): Promise<string[]> {
  const worker = asWorker(server.app);
  await announceAlerts(worker);
  const { rows } = await fixture.owner.query(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = 'mail-alerts' RETURNING j.payload`,
  );
  for (const { payload } of rows) await mailAlerts(worker, payload);
  return mails.messages.splice(0).map(({ recipients, subject }) => `${recipients}: ${subject}`);
}

test('new alerts are mailed once, at eight in the morning of the merchant, to owner and administrator', async () => {
  const admin = await insertEmployee(fixture.owner, staff.merchantId, 'admin');
  for (const role of ['manager', 'operator'] as const)
    await insertEmployee(fixture.owner, staff.merchantId, role);
  await insertEmployee(fixture.owner, staff.merchantId, 'admin', { isActive: false });
  await insertAlert();
  clock.set('2026-03-10T10:59:00Z');
  expect(await announce()).toEqual([]);
  clock.set('2026-03-10T11:00:00Z');
  const name = staff.client.merchant.name;
  const to = [admin.email, staff.client.user.email].map((email) => `${email}: 1 alerta aberto: ${name}`);
  expect((await announce()).toSorted()).toEqual(to.toSorted());
  expect(await announce()).toEqual([]);

  // A second one of the day waits for the next morning; none follows without a new one.
  await insertAlert('customer_quick');
  clock.advance(HOUR_MS);
  expect(await announce()).toEqual([]);
  clock.set('2026-03-11T11:00:00Z');
  expect(await announce()).toHaveLength(2);
  clock.set('2026-03-12T11:00:00Z');
  expect(await announce()).toEqual([]);
});

test('the mail counts what is open by rule, and names no person of the counter', async () => {
  await fixture.owner.query(`UPDATE merchants SET name = 'Padaria <b>Pão</b>' WHERE id = $1`, [
    staff.merchantId,
  ]);
  await insertAlert();
  await insertAlert();
  await insertAlert('own_device');
  clock.set('2026-03-10T11:00:00Z');
  await announceAlerts(asWorker(server.app));
  await mailAlerts(asWorker(server.app), { merchantId: staff.merchantId, employeeId: staff.employeeId });
  const [mail] = mails.messages;
  expect(mail?.subject).toBe('3 alertas abertos: Padaria <b>Pão</b>');
  expect(mail?.text).toContain('Fora do horário: 2; Aparelho da equipe: 1');
  expect(mail?.text).toContain(`${server.app.env.appOrigin}/alerts`);
  expect(mail?.html).not.toContain('<b>Pão');
});

test('an alert that is closed by the time of the mail is not told', async () => {
  await insertAlert();
  clock.set('2026-03-10T11:00:00Z');
  await announceAlerts(asWorker(server.app));
  await fixture.owner.query(
    `UPDATE alerts SET state = 'fine', closed_at = $2, closed_by = $3 WHERE merchant_id = $1`,
    [staff.merchantId, clock.now(), staff.employeeId],
  );
  expect(await announce()).toEqual([]);
});
