import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type DnsFake, startDnsFake } from 'testing/dns-fake';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { asWorker } from '../test/as-worker.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock, DAY_MS, HOUR_MS, insertMerchant } from '../test/money-app.ts';
import { outcomeOf } from '../test/tenant-caller.ts';
import { type RecheckedDomains, recheckDomains } from './recheck-domains.ts';
import { saveLinkSettings } from './save-link-settings.ts';
import { sendDomainWarning } from './send-domain-warning.ts';
import { showLinkSettings } from './show-link-settings.ts';
import { verifyDomain } from './verify-domain.ts';

const START = '2026-03-10T12:00:00.000Z';
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const clock = createMovableClock(START);
const fixture = useDatabaseFixture();
let fakeDns: DnsFake;
let mails: MailServer;
let server: InProcessServer;
let staff: StaffSession;
let domain: string;

beforeAll(async () => {
  fakeDns = await startDnsFake();
  mails = await startMailServer();
  const env = {
    DNS_SERVERS: fakeDns.address,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Volta <avisos@volta.example>',
  };
  server = await startInProcessServer(fixture.database.appUrl, { clock, env });
});
beforeEach(async () => {
  clock.set(START);
  await fixture.owner.query('UPDATE merchants SET custom_domain = NULL, custom_domain_status = NULL');
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  ({ staff, domain } = await merchantWithDomain());
});
afterAll(async () => {
  await server?.close();
  await mails?.close();
  await fakeDns?.close();
});

const slugOf = (who: StaffSession) => who.client.merchant.signupLinkSlug;
const write = (name: string, slug: string) => fakeDns.write(name, { cname: [`${slug}.localhost`] });
const isThere = () => write(domain, slugOf(staff));
const isGone = () => fakeDns.write(domain, null);
const shown = async (who = staff) => (await showLinkSettings(server.app, who.merchantId)).customDomain;
const verify = () => verifyDomain(server.app, staff, REQUEST);
const recheck = (app = asWorker(server.app)) =>
  recheckDomains({ ...app, log: { error: (fields: unknown) => void errors.push(fields) } });
const errors: unknown[] = [];

async function merchantWithDomain(): Promise<{ staff: StaffSession; domain: string }> {
  const who = await insertMerchant(fixture.owner);
  const name = `clube-${randomUUID().slice(0, 8)}.com.br`;
  await saveLinkSettings(server.app, who, REQUEST, { slug: slugOf(who), customDomain: name });
  write(name, slugOf(who));
  await verifyDomain(server.app, who, REQUEST);
  return { staff: who, domain: name };
}

/** Advances the clock by whole days, with a run of the check on each. */
async function days(count: number): Promise<RecheckedDomains[]> {
  const runs = [];
  for (let day = 0; day < count; day += 1) {
    clock.advance(DAY_MS);
    runs.push(await recheck());
  }
  return runs;
}

async function isKnown(): Promise<boolean> {
  return outcomeOf(await server.ask('/trpc/no.such', { headers: { host: domain } }))[1] !== null;
}

async function audited(): Promise<string[]> {
  const { rows } = await fixture.owner.query(
    `SELECT action, employee_id, ip, details FROM audit_log
     WHERE merchant_id = $1 AND action IN ('merchant.recheck_domain', 'merchant.drop_domain') ORDER BY id`,
    [staff.merchantId],
  );
  for (const row of rows) expect([row.employee_id, row.ip]).toEqual([null, null]);
  return rows.map(({ action, details }) => `${action} ${details.finding} ${details.status_after}`);
}

interface Warning {
  merchantId: string;
  employeeId: string;
  domain: string;
  warning: 'first' | 'last' | 'dropped';
}

async function warnings(): Promise<Warning[]> {
  const { rows } = await fixture.owner.query(
    `SELECT j.payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id AND t.identifier = 'send-domain-warning' ORDER BY j.id`,
  );
  return rows.map(({ payload }) => payload);
}

test('each verified domain is checked about once a day, and pending claims are left to their merchants', async () => {
  const waiting = await insertMerchant(fixture.owner);
  const claimed = `espera-${randomUUID().slice(0, 8)}.com.br`;
  await saveLinkSettings(server.app, waiting, REQUEST, { slug: slugOf(waiting), customDomain: claimed });
  expect((await recheck()).checked, 'checked a moment ago').toBe(0);
  clock.advance(18 * HOUR_MS);
  expect((await recheck()).checked).toBe(0);
  clock.advance(6 * HOUR_MS);
  expect((await recheck()).checked).toBe(1);
  expect((await recheck()).checked).toBe(0);
  expect(await shown()).toMatchObject({
    status: 'verified',
    checkedAt: clock.now().toISOString(),
    missing: null,
  });
  expect(fakeDns.asked.get(claimed)).toBeUndefined();
});

test('domains checked at one moment are spread over hours by the next day', async () => {
  for (let number = 0; number < 15; number += 1) await merchantWithDomain();
  const perHour = [];
  for (let hour = 18; hour <= 24; hour += 1) {
    clock.set(new Date(Date.parse(START) + hour * HOUR_MS));
    perHour.push((await recheck()).checked);
  }
  expect(perHour[0]).toBe(0);
  expect(perHour.reduce((sum, count) => sum + count)).toBe(16);
  expect(perHour.filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
});

test('a record that vanished starts the grace period: the merchant sees a notice, and the domain goes on', async () => {
  isGone();
  expect(await days(1)).toMatchObject([{ checked: 1, missing: 1 }]);
  const since = clock.now();
  expect(await shown()).toMatchObject({
    status: 'verified',
    finding: { kind: 'nothing' },
    missing: {
      since: since.toISOString(),
      stopsAt: new Date(since.getTime() + 30 * DAY_MS).toISOString(),
    },
  });
  expect(await isKnown()).toBe(true);
  await days(2);
  expect((await shown())?.missing?.since).toBe(since.toISOString());
  expect(await audited()).toEqual(['merchant.recheck_domain nothing verified']);
});

test('a record found again, by the daily check or by hand, ends it; the next period starts from zero', async () => {
  isGone();
  await days(20);
  isThere();
  expect(await days(1)).toMatchObject([{ found: 1 }]);
  expect(await shown()).toMatchObject({ status: 'verified', missing: null, finding: { kind: 'proved' } });
  isGone();
  await days(13);
  expect(await warnings(), 'the twenty days before count for nothing').toHaveLength(1);
  isThere();
  await verify();
  expect((await shown())?.missing).toBeNull();
  expect(await audited()).toEqual([
    'merchant.recheck_domain nothing verified',
    'merchant.recheck_domain proved verified',
    'merchant.recheck_domain nothing verified',
  ]);
});

test('a DNS without an answer starts nothing, ends nothing and drops nothing', async () => {
  fakeDns.write(domain, { failure: 'servfail' });
  await days(40);
  expect(await shown()).toMatchObject({
    status: 'verified',
    missing: null,
    finding: { kind: 'unavailable' },
  });
  isGone();
  await days(1);
  const missing = (await shown())?.missing;
  fakeDns.write(domain, { failure: 'servfail' });
  await days(40);
  expect(await shown()).toMatchObject({ status: 'verified', missing });
  expect(await isKnown()).toBe(true);
  expect(await warnings()).toEqual([]);
});

test('the owners are warned after 14 and 28 days, once each, and the domain is dropped after 30', async () => {
  isGone();
  await days(14);
  expect(await warnings()).toEqual([]);
  await days(1);
  const first = { merchantId: staff.merchantId, employeeId: staff.employeeId, domain, warning: 'first' };
  expect(await warnings()).toEqual([first]);
  await days(13);
  expect((await warnings()).map(({ warning }) => warning)).toEqual(['first']);
  await days(1);
  expect((await warnings()).map(({ warning }) => warning)).toEqual(['first', 'last']);
  await days(1);
  expect(await shown()).toMatchObject({ status: 'verified' });
  expect(await isKnown()).toBe(true);
  expect(await days(1)).toMatchObject([{ dropped: 1 }]);
  expect(await isKnown(), 'at once in the process that did it').toBe(false);
  expect(await shown()).toMatchObject({ status: 'failed', missing: null, finding: { kind: 'nothing' } });
  expect((await showLinkSettings(server.app, staff.merchantId)).signupLink).toMatch(/^http:\/\/localhost/);
  expect((await warnings()).map(({ warning }) => warning)).toEqual(['first', 'last', 'dropped']);
  expect(await audited()).toEqual([
    'merchant.recheck_domain nothing verified',
    'merchant.drop_domain nothing failed',
  ]);
  expect(await days(2), 'it is no longer checked').toMatchObject([{ checked: 0 }, { checked: 0 }]);
});

test('no domain is dropped without a warning after weeks without checks', async () => {
  isGone();
  await days(1);
  clock.advance(60 * DAY_MS);
  await recheck();
  expect(await shown()).toMatchObject({
    status: 'verified',
    missing: { stopsAt: new Date(clock.now().getTime() + 2 * DAY_MS).toISOString() },
  });
  expect((await warnings()).map(({ warning }) => warning)).toEqual(['last']);
  await days(1);
  expect((await shown())?.status).toBe('verified');
  await days(1);
  expect((await shown())?.status).toBe('failed');
});

test('checks by hand count for the grace period and its warnings, and never drop', async () => {
  isGone();
  await verify();
  const since = clock.now();
  expect((await shown())?.missing?.since).toBe(since.toISOString());
  for (let day = 0; day < 40; day += 1) {
    clock.advance(DAY_MS);
    await verify();
  }
  expect(await shown()).toMatchObject({ status: 'verified', missing: { since: since.toISOString() } });
  expect((await warnings()).map(({ warning }) => warning)).toEqual(['first', 'last']);
  expect(await days(1)).toMatchObject([{ dropped: 1 }]);
});

test('another domain, or the same one claimed again, starts without the earlier period', async () => {
  isGone();
  await days(20);
  for (const customDomain of [null, domain])
    await saveLinkSettings(server.app, staff, REQUEST, { slug: slugOf(staff), customDomain });
  isThere();
  await verify();
  isGone();
  await days(13);
  expect((await shown())?.missing?.since).toBe(new Date(clock.now().getTime() - 12 * DAY_MS).toISOString());
  expect((await warnings()).map(({ warning }) => warning)).toEqual(['first']);
});

test('the domain of an inactive merchant is checked as well', async () => {
  await fixture.owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [staff.merchantId]);
  isGone();
  expect(await days(1)).toMatchObject([{ checked: 1, missing: 1 }]);
});

test('a few silent DNS servers delay no other domain, and a failing check stops no other', async () => {
  const others = [];
  for (let number = 0; number < 12; number += 1) others.push(await merchantWithDomain());
  const [broken, ...rest] = others;
  for (const { domain: name } of rest.slice(0, 5)) fakeDns.write(name, { failure: 'silence' });
  const silent = new Set(rest.slice(0, 5).map((each) => each.staff.merchantId));
  const stored: string[] = [];
  const tenancy: typeof server.app.tenancy = {
    ...server.app.tenancy,
    async withTenant(merchantId, run) {
      if (merchantId === broken?.staff.merchantId) throw new Error('broken');
      const result = await server.app.tenancy.withTenant(merchantId, run);
      stored.push(merchantId);
      return result;
    },
  };
  clock.advance(DAY_MS);
  errors.length = 0;
  const run = await recheck({ ...server.app, tenancy });
  expect(run).toMatchObject({ checked: 12, failed: 1, missing: 0 });
  expect(errors).toEqual([{ err: expect.any(Error), merchantId: broken?.staff.merchantId }]);
  // Two transactions for each; the seven that were answered ended before any silent one was given up.
  const ended = stored.filter((merchantId, index) => stored.indexOf(merchantId) !== index);
  expect(ended).toHaveLength(12);
  expect(ended.slice(0, 7).filter((merchantId) => silent.has(merchantId))).toEqual([]);
});

test('a run told to stop begins no further domain', async () => {
  const ending = new AbortController();
  ending.abort(new Error('stop'));
  clock.advance(DAY_MS);
  await expect(recheckDomains(server.app, ending.signal)).rejects.toThrow('stop');
  expect((await shown())?.checkedAt).toBe(START);
});

test('a domain that replaced another during the DNS query is not judged by the answer', async () => {
  isGone();
  clock.advance(DAY_MS);
  const next = `outro-${domain}`;
  write(next, slugOf(staff));
  const dns = {
    ...server.app.dns,
    cname: async (name: string) => {
      await saveLinkSettings(server.app, staff, REQUEST, { slug: slugOf(staff), customDomain: next });
      await verify();
      return await server.app.dns.cname(name);
    },
  };
  expect(await recheck({ ...server.app, dns })).toMatchObject({ checked: 1, missing: 0 });
  expect(await shown()).toMatchObject({ domain: next, status: 'verified', missing: null });
});

describe('the mails', () => {
  const send = (warning: Warning['warning'], over: Partial<Warning> = {}) =>
    sendDomainWarning(asWorker(server.app), {
      merchantId: staff.merchantId,
      employeeId: staff.employeeId,
      domain,
      warning,
      ...over,
    });

  test('name the domain, the day it stops in the merchant’s time zone, and the remedy', async () => {
    mails.messages.length = 0;
    // Midnight in UTC is still the day before in São Paulo.
    clock.set('2026-03-11T01:00:00.000Z');
    isGone();
    await verify();
    await send('first');
    await send('last');
    expect(mails.messages).toHaveLength(2);
    for (const mail of mails.messages) {
      expect(mail.recipients).toEqual([staff.client.user.email]);
      for (const words of [mail.text, mail.html]) {
        expect(words).toContain(domain);
        expect(words).toContain('09/04/2026');
        expect(words).toContain(`${slugOf(staff)}.localhost`);
        expect(words).toContain(`${server.app.env.appOrigin}/settings?aba=link`);
      }
    }
    expect(mails.messages[1]?.subject).toMatch(/^Último aviso/);
  });

  test('are not sent once the record is back, the domain is another, or the employee has left', async () => {
    mails.messages.length = 0;
    isGone();
    await verify();
    await send('first', { domain: 'outro.com.br' });
    await send('first', { employeeId: randomUUID() });
    await send('dropped');
    const colleague = await insertMerchant(fixture.owner);
    await send('first', { employeeId: colleague.employeeId });
    isThere();
    await verify();
    await send('last');
    expect(mails.messages).toEqual([]);
  });

  test('are retried on a temporary failure of the mail server, and given up on a permanent one', async () => {
    isGone();
    await verify();
    mails.refuseWith(451);
    await expect(send('first')).rejects.toThrow('451');
    mails.refuseWith(550);
    await send('first');
    mails.refuseWith(undefined);
  });

  test('go to every active owner, and to no others', async () => {
    const employees = ['owner', 'admin', 'owner'].map((role, index) => ({
      id: randomUUID(),
      role,
      isActive: index < 2,
    }));
    for (const { id, role, isActive } of employees)
      await fixture.owner.query(
        `INSERT INTO employees (merchant_id, id, name, email, role, is_active) VALUES ($1, $2, 'Ana', $3, $4, $5)`,
        [staff.merchantId, id, `${id}@loja.example`, role, isActive],
      );
    isGone();
    await days(15);
    const told = (await warnings()).map(({ employeeId }) => employeeId);
    expect(told.sort()).toEqual([staff.employeeId, employees[0]?.id].sort());
  });
});
