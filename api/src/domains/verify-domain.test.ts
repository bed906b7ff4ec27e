import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type DnsFake, startDnsFake } from 'testing/dns-fake';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDns } from '../lib/dns.ts';
import type { StaffSession } from '../staff-session.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { insertMerchant } from '../test/money-app.ts';
import { outcomeOf } from '../test/tenant-caller.ts';
import { saveLinkSettings } from './save-link-settings.ts';
import { showLinkSettings } from './show-link-settings.ts';
import { verifyDomain } from './verify-domain.ts';

const fixture = useDatabaseFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
let fakeDns: DnsFake;
let server: InProcessServer;
let staff: StaffSession;
let domain: string;

beforeAll(async () => {
  fakeDns = await startDnsFake();
  server = await startInProcessServer(fixture.database.appUrl, { env: { DNS_SERVERS: fakeDns.address } });
});
beforeEach(async () => {
  staff = await insertMerchant(fixture.owner);
  domain = `cashback-${randomUUID().slice(0, 8)}.com.br`;
});
afterAll(async () => {
  await server?.close();
  await fakeDns?.close();
});

const slugOf = (who: StaffSession) => who.client.merchant.signupLinkSlug;
const show = (who = staff) => showLinkSettings(server.app, who.merchantId);
const claim = (who = staff, customDomain: string | null = domain, slug = slugOf(who)) =>
  saveLinkSettings(server.app, who, REQUEST, { slug, customDomain });
const verify = async (who = staff) => (await verifyDomain(server.app, who, REQUEST)).settings;
const pointTo = (slug: string) => fakeDns.write(domain, { cname: [`${slug}.localhost`] });

/** Returns whether the name is known. */
async function isKnown(host: string): Promise<boolean> {
  return outcomeOf(await server.ask('/trpc/no.such', { headers: { host } }))[1] !== null;
}

async function audited(): Promise<object[]> {
  const { rows } = await fixture.owner.query(
    `SELECT details FROM audit_log WHERE merchant_id = $1 AND action = 'merchant.verify_domain' ORDER BY id`,
    [staff.merchantId],
  );
  return rows.map(({ details }) => details);
}

test('a proved domain answers for the merchant at once and carries its links; before that it is unknown', async () => {
  const claimed = await claim();
  expect(claimed.customDomain).toMatchObject({
    domain,
    status: 'waiting',
    checkedAt: null,
    finding: null,
    cname: { name: domain, target: `${slugOf(staff)}.localhost` },
    txt: {
      name: `_cashback.${domain}`,
      value: expect.stringMatching(/^cashback-site-verification=[0-9a-f]{40}$/),
    },
  });
  expect(claimed.signupLink).toBe(`${server.app.env.publicOrigin}/signup/${slugOf(staff)}`);
  // Requested before it is proved, so that the process caches the name as unknown.
  expect(await isKnown(domain)).toBe(false);
  pointTo(slugOf(staff));
  const verified = await verify();
  expect(verified.customDomain).toMatchObject({
    status: 'verified',
    finding: { kind: 'proved', by: 'cname' },
  });
  expect(verified.signupLink).toBe(`https://${domain}/signup/${slugOf(staff)}`);
  expect(await isKnown(domain)).toBe(true);
  const page = await server.client.query('customers.signupLink', { slug: slugOf(staff) }, { host: domain });
  expect(page.data.merchantName).toBe(slugOf(staff));

  const neighbor = await insertMerchant(fixture.owner);
  const other = await server.client.query(
    'customers.signupLink',
    { slug: slugOf(neighbor) },
    { host: domain },
  );
  expect(other.status).toBe(404);
  expect((await show(neighbor)).signupLink).toMatch(/^http:\/\/localhost/);
});

test('the TXT record proves it if no CNAME is possible', async () => {
  const { customDomain } = await claim();
  fakeDns.write(`_cashback.${domain}`, { txt: [customDomain?.txt?.value ?? ''] });
  expect((await verify()).customDomain).toMatchObject({ status: 'verified', finding: { by: 'txt' } });
});

test("a CNAME to another merchant's name, and another merchant's code, fail with the finding", async () => {
  const neighbor = await insertMerchant(fixture.owner);
  const theirs = await claim(neighbor);
  await claim();
  pointTo(slugOf(neighbor));
  expect((await verify()).customDomain).toMatchObject({
    status: 'failed',
    finding: { kind: 'other_cname', target: `${slugOf(neighbor)}.localhost` },
  });
  fakeDns.write(domain, { txt: [] });
  fakeDns.write(`_cashback.${domain}`, { txt: [theirs.customDomain?.txt?.value ?? ''] });
  expect((await verify()).customDomain).toMatchObject({ status: 'failed', finding: { kind: 'other_code' } });
  expect(await isKnown(domain)).toBe(false);
});

test('without an answer of the DNS the claim stays pending; a later check may still prove it', async () => {
  await claim();
  fakeDns.write(domain, { failure: 'servfail' });
  expect((await verify()).customDomain).toMatchObject({
    status: 'waiting',
    finding: { kind: 'unavailable' },
  });
  pointTo(slugOf(staff));
  expect((await verify()).customDomain).toMatchObject({ status: 'verified' });
});

test('a verified domain whose record is not found stays verified, with a notice', async () => {
  await claim();
  pointTo(slugOf(staff));
  await verify();
  fakeDns.write(domain, null);
  expect((await verify()).customDomain).toMatchObject({ status: 'verified', finding: { kind: 'nothing' } });
  expect(await isKnown(domain)).toBe(true);
});

test('a silent DNS delays no answer: the check goes on and its result arrives in the settings', async () => {
  await claim();
  fakeDns.write(domain, { failure: 'silence' });
  const app = { ...server.app, dns: createDns([fakeDns.address], 1_600) };
  const answer = await verifyDomain(app, staff, REQUEST);
  expect(answer).toMatchObject({ isStillChecking: true, settings: { customDomain: { checkedAt: null } } });
  await expect
    .poll(async () => (await show()).customDomain)
    .toMatchObject({ status: 'waiting', finding: { kind: 'unavailable' } });
});

test('no transaction is open during the DNS query', async () => {
  await claim();
  let open: number | undefined;
  const look = async () => {
    const { rows } = await fixture.owner.query(
      `SELECT count(*)::int AS open FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    open ??= rows[0].open;
    return [];
  };
  await verifyDomain(
    { ...server.app, dns: { cname: look, txt: look, addresses: look, everyAddress: look } },
    staff,
    REQUEST,
  );
  expect(open).toBe(0);
});

test('a domain entered while another was being checked is not judged by that check', async () => {
  await claim();
  pointTo(slugOf(staff));
  const dns = {
    ...server.app.dns,
    cname: async (name: string) => {
      await claim(staff, `outro-${domain}`);
      return await server.app.dns.cname(name);
    },
  };
  const { settings } = await verifyDomain({ ...server.app, dns }, staff, REQUEST);
  expect(settings.customDomain).toMatchObject({
    domain: `outro-${domain}`,
    status: 'waiting',
    checkedAt: null,
  });
  expect(await isKnown(`outro-${domain}`)).toBe(false);
});

describe('two merchants with claims on one domain', () => {
  let rival: StaffSession;
  beforeEach(async () => {
    rival = await insertMerchant(fixture.owner);
    await claim();
    await claim(rival);
  });

  test('may both wait; the first to prove it has it, and the other is refused, then and later', async () => {
    const txt = (await show()).customDomain?.txt;
    fakeDns.write(txt?.name ?? '', { txt: [txt?.value ?? ''] });
    expect((await verify()).customDomain?.status).toBe('verified');
    // The rival's proof is there too, as a careless owner of the domain may leave it.
    pointTo(slugOf(rival));
    await expect(verify(rival)).rejects.toMatchObject({ code: 'domain_taken' });
    expect((await show(rival)).customDomain).toMatchObject({ status: 'failed', finding: { kind: 'taken' } });
    expect((await show()).customDomain?.status).toBe('verified');
    const third = await insertMerchant(fixture.owner);
    await expect(claim(third)).rejects.toMatchObject({ code: 'domain_taken' });
    // A merchant with a pending claim may still change the slug.
    expect((await claim(rival, domain, `nova-${slugOf(rival)}`)).slug).toBe(`nova-${slugOf(rival)}`);
  });

  test('and proofs at the same instant: one has it', async () => {
    const codes = [await show(), await show(rival)].map(({ customDomain }) => customDomain?.txt?.value ?? '');
    fakeDns.write(`_cashback.${domain}`, { txt: codes });
    const outcomes = await Promise.allSettled([verify(), verify(rival), verify(), verify(rival)]);
    const { rows } = await fixture.owner.query(
      `SELECT count(*)::int AS n FROM merchants WHERE custom_domain = $1 AND custom_domain_status = 'verified'`,
      [domain],
    );
    expect(rows).toEqual([{ n: 1 }]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'domain_taken' } });
  });
});

describe('a domain whose holder has left', () => {
  let heir: StaffSession;
  beforeEach(async () => {
    heir = await insertMerchant(fixture.owner);
    await claim();
    pointTo(slugOf(staff));
    await verify();
    expect(await isKnown(domain)).toBe(true);
  });

  async function holder(): Promise<string | undefined> {
    const { rows } = await fixture.owner.query(
      `SELECT id FROM merchants WHERE custom_domain = $1 AND custom_domain_status = 'verified'`,
      [domain],
    );
    return rows[0]?.id;
  }

  test('goes at once to the merchant whose proof is there instead; both audit logs record it', async () => {
    pointTo(slugOf(heir));
    expect((await claim(heir)).customDomain?.status).toBe('waiting');
    expect(await holder(), 'a claim alone takes nothing').toBe(staff.merchantId);
    expect((await verify(heir)).customDomain?.status).toBe('verified');
    expect(await holder()).toBe(heir.merchantId);
    expect((await show()).customDomain).toMatchObject({ status: 'failed', finding: { kind: 'taken' } });
    const page = (slug: string) => server.client.query('customers.signupLink', { slug }, { host: domain });
    expect((await page(slugOf(heir))).data.merchantName).toBe(slugOf(heir));
    expect((await page(slugOf(staff))).status).toBe(404);
    const { rows } = await fixture.owner.query(
      `SELECT employee_id, ip, details FROM audit_log WHERE merchant_id = $1 AND action = 'merchant.drop_domain'`,
      [staff.merchantId],
    );
    expect(rows).toEqual([
      {
        employee_id: null,
        ip: null,
        details: {
          custom_domain: domain,
          status_before: 'verified',
          status_after: 'failed',
          finding: 'taken',
        },
      },
    ]);
  });

  test('is never proved for another by its old CNAME, even if that names a former slug', async () => {
    await claim(staff, domain, `nova-${slugOf(staff)}`);
    await expect(claim(heir)).rejects.toMatchObject({ code: 'domain_taken' });
    // As if the claim had been made while the record was away.
    fakeDns.write(domain, null);
    await claim(heir);
    pointTo(slugOf(staff));
    expect((await verify(heir)).customDomain).toMatchObject({
      status: 'failed',
      finding: { kind: 'other_cname' },
    });
    expect(await holder()).toBe(staff.merchantId);
  });

  test.each(['servfail', 'silence'] as const)(
    'stays without evidence in the DNS that it left: %s',
    async (failure) => {
      fakeDns.write(domain, null);
      const code = (await claim(heir)).customDomain?.txt;
      fakeDns.write(domain, { failure });
      fakeDns.write(code?.name ?? '', { txt: [code?.value ?? ''] });
      const app = { ...server.app, dns: createDns([fakeDns.address], 500) };
      await expect(verifyDomain(app, heir, REQUEST)).rejects.toMatchObject({ code: 'domain_taken' });
      expect(await holder()).toBe(staff.merchantId);
      const third = await insertMerchant(fixture.owner);
      let asking = 0;
      const dns = createDns([fakeDns.address]);
      const counting = (ask: (name: string) => Promise<string[]>) => async (name: string) => {
        asking += 1;
        return await ask(name).finally(() => (asking -= 1));
      };
      const watched = { ...dns, cname: counting(dns.cname), txt: counting(dns.txt) };
      const claiming = saveLinkSettings({ ...server.app, dns: watched }, third, REQUEST, {
        slug: slugOf(third),
        customDomain: domain,
      });
      await expect(claiming).rejects.toMatchObject({ code: 'domain_taken' });
      expect(asking > 0, 'refused while the DNS was still silent').toBe(failure === 'silence');
    },
  );

  test('has limited claims: each DNS query for the holder counts as a check', async () => {
    const codes = [];
    for (let attempt = 0; attempt < 21; attempt += 1)
      codes.push(await claim(heir).catch(({ code }: { code: string }) => code));
    expect(codes).toEqual([...Array(20).fill('domain_taken'), 'too_many_requests']);
  });

  test('that is deactivated holds it as any other does, and loses it as any other', async () => {
    await fixture.owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [staff.merchantId]);
    await expect(claim(heir)).rejects.toMatchObject({ code: 'domain_taken' });
    pointTo(slugOf(heir));
    await claim(heir);
    expect((await verify(heir)).customDomain?.status).toBe('verified');
    expect(await holder()).toBe(heir.merchantId);
  });
});

test('a domain that is given up stops at once, and comes back only with fresh proof', async () => {
  const first = await claim();
  pointTo(slugOf(staff));
  await verify();
  expect(await isKnown(domain)).toBe(true);
  expect((await claim(staff, null)).customDomain).toBeNull();
  expect(await isKnown(domain)).toBe(false);
  const again = await claim();
  expect(again.customDomain?.status).toBe('waiting');
  expect(again.customDomain?.txt?.value).not.toBe(first.customDomain?.txt?.value);
  expect(await isKnown(domain)).toBe(false);
});

test('a record to a former name still proves its merchant, and never another', async () => {
  const former = slugOf(staff);
  await claim();
  pointTo(former);
  await claim(staff, domain, `nova-${former}`);
  expect((await verify()).customDomain?.status).toBe('verified');
  expect((await show()).customDomain?.cname.target).toBe(`nova-${former}.localhost`);
  const heir = await insertMerchant(fixture.owner);
  await expect(claim(heir, domain, former)).rejects.toMatchObject({ code: 'domain_taken' });
  await expect(claim(heir, null, former)).rejects.toMatchObject({ code: 'slug_taken' });
});

test('without a domain there is nothing to verify; with one each check is in the audit log', async () => {
  await expect(verify()).rejects.toMatchObject({ code: 'no_custom_domain' });
  await claim();
  await verify();
  pointTo(slugOf(staff));
  await verify();
  expect(await audited()).toEqual([
    { custom_domain: domain, status_before: 'waiting', status_after: 'failed', finding: 'nothing' },
    { custom_domain: domain, status_before: 'failed', status_after: 'verified', finding: 'proved' },
  ]);
});

test('a merchant has twenty checks in ten minutes, and another merchant’s are its own', async () => {
  const [token, otherToken] = await Promise.all(
    [staff, await insertMerchant(fixture.owner)].map((who) =>
      server.app.sessions.create({ merchantId: who.merchantId, employeeId: who.employeeId }, REQUEST),
    ),
  );
  const ask = (cookie: string | undefined) =>
    server.client.call('domains.verify', undefined, { cookie: `session=${cookie}` });
  for (let call = 0; call < 20; call += 1) expect((await ask(token)).status).toBe(422);
  const refused = await ask(token);
  expect([refused.status, refused.error?.data.refusal]).toEqual([429, 'too_many_requests']);
  expect((await ask(otherToken)).status).toBe(422);
});
