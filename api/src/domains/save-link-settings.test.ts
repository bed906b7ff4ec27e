import { randomUUID } from 'node:crypto';
import { ROLES, roleMay } from 'domain/roles';
import { useDatabaseFixture } from 'testing/database-fixture';
import type { CallOptions } from 'testing/http-client';
import { freshPhone, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presentTexts } from '../legal/platform-document.ts';
import { signUpMerchant } from '../merchants/sign-up-merchant.ts';
import type { StaffSession } from '../staff-session.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { insertMerchant } from '../test/money-app.ts';
import { outcomeOf } from '../test/tenant-caller.ts';
import { saveLinkSettings } from './save-link-settings.ts';
import { showLinkSettings } from './show-link-settings.ts';

const fixture = useDatabaseFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
let server: InProcessServer;
let staff: StaffSession;
let cookie: string;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
});
beforeEach(async () => {
  staff = await insertMerchant(fixture.owner);
  cookie = await cookieOf(staff);
});
afterAll(() => server?.close());

const slugOf = (who: StaffSession) => who.client.merchant.signupLinkSlug;
const freshSlug = () => `esquina-${randomUUID().slice(0, 8)}`;
const show = (who = staff) => showLinkSettings(server.app, who.merchantId);
const rename = (slug: string, who = staff) =>
  saveLinkSettings(server.app, who, REQUEST, { slug, customDomain: null });
const verifiedDomain = async (who: StaffSession) => {
  const domain = `clube-${randomUUID().slice(0, 8)}.com.br`;
  await fixture.owner.query(
    "UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified' WHERE id = $1",
    [who.merchantId, domain],
  );
  return domain;
};

async function cookieOf({ merchantId, employeeId }: StaffSession): Promise<string> {
  return `session=${await server.app.sessions.create({ merchantId, employeeId }, REQUEST)}`;
}

const signUp = (merchantName: string) =>
  signUpMerchant(
    server.app,
    {
      merchantName,
      merchantPhone: '1132104567',
      merchantAddress: 'Rua A, 1',
      ownerName: 'Ana',
      email: `${randomUUID()}@loja.example`,
      password: TEST_PASSWORD,
      texts: presentTexts(undefined),
    },
    REQUEST,
  );
const save = (input: object, options: CallOptions = {}) =>
  server.client.call('domains.saveLinkSettings', input, { cookie, ...options });
/** The name of the merchant at which a link signs customers up. */
const merchantAt = async (slug: string, host?: string) =>
  (await server.client.query('customers.signupLink', { slug }, host === undefined ? {} : { host })).data
    ?.merchantName;

async function audited(): Promise<object[]> {
  const { rows } = await fixture.owner.query(
    `SELECT details FROM audit_log WHERE merchant_id = $1 AND action = 'merchant.save_link_settings' ORDER BY id`,
    [staff.merchantId],
  );
  return rows.map(({ details }) => details);
}

describe('a new slug', () => {
  test('is the link from then on, and every earlier one still leads to its merchant', async () => {
    const [first, second] = [slugOf(staff), freshSlug()];
    expect(await rename(second)).toMatchObject({
      slug: second,
      formerSlugs: [first],
      signupLink: `${server.app.env.publicOrigin}/signup/${second}`,
      platformName: `${second}.localhost`,
    });
    for (const slug of [first, second]) {
      expect(await merchantAt(slug)).toBe(first);
      expect(await merchantAt(slug, `${slug}.localhost`)).toBe(first);
    }
    const signup = { slug: first, name: 'Ana', phone: freshPhone() };
    expect((await server.client.call('customers.signUp', signup)).status).toBe(200);
    const session = await server.client.query('auth.session', undefined, { cookie });
    expect(session.data.merchant.signupLinkSlug).toBe(second);
  });

  test('works at once on its own host, also after earlier requests for that name', async () => {
    const slug = freshSlug();
    const isKnown = async () =>
      outcomeOf(await server.ask('/trpc/no.such', { headers: { host: `${slug}.localhost` } }))[1] !== null;
    expect(await isKnown()).toBe(false);
    await rename(slug);
    expect(await isKnown()).toBe(true);
  });

  test('may be one of the earlier ones again', async () => {
    const [first, second] = [slugOf(staff), freshSlug()];
    await rename(second);
    expect(await rename(first)).toMatchObject({ slug: first, formerSlugs: [second] });
  });

  test("is not another merchant's, a present or a former one; also not at its sign-up", async () => {
    const neighbor = await insertMerchant(fixture.owner);
    const former = slugOf(neighbor);
    const current = freshSlug();
    await rename(current, neighbor);
    for (const slug of [former, current]) {
      const answer = await save({ slug, customDomain: null });
      expect([answer.status, answer.error?.data.refusal]).toEqual([409, 'slug_taken']);
    }
    expect((await show()).slug).toBe(slugOf(staff));
    expect(await merchantAt(former)).toBe(former);

    expect((await signUp(former)).slug).toBe(`${former}-2`);
  });

  test('that two merchants request at the same instant goes to one', async () => {
    const neighbor = await insertMerchant(fixture.owner);
    const slug = freshSlug();
    const outcomes = await Promise.allSettled([rename(slug), rename(slug, neighbor)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'slug_taken' },
    });
  });

  test('left blank is made from the name, with a variant if that is taken', async () => {
    const name = `Empório ${randomUUID().slice(0, 8)}`;
    const made = name.toLowerCase().replace('ó', 'o').replace(' ', '-');
    const neighbor = await insertMerchant(fixture.owner);
    await fixture.owner.query('UPDATE merchants SET name = $2 WHERE id = ANY ($1)', [
      [staff.merchantId, neighbor.merchantId],
      name,
    ]);
    expect((await rename('', neighbor)).slug).toBe(made);
    expect((await save({ slug: '  ', customDomain: null })).data.slug).toBe(`${made}-2`);
    expect((await rename('')).slug).toBe(`${made}-2`);
  });

  test('is limited: the twenty-first is refused, an earlier one is not', async () => {
    await fixture.owner.query(
      `INSERT INTO merchant_slugs (merchant_id, signup_link_slug)
       SELECT $1::uuid, 'colecao-' || left($1::uuid::text, 8) || '-' || n FROM generate_series(1, 19) AS n`,
      [staff.merchantId],
    );
    await expect(rename(freshSlug())).rejects.toMatchObject({ code: 'slug_limit' });
    await expect(rename(`colecao-${staff.merchantId.slice(0, 8)}-7`)).resolves.toMatchObject({
      formerSlugs: expect.arrayContaining([slugOf(staff)]),
    });
  });

  test('that became reserved stays with its merchant, leads there and can be taken back', async () => {
    const own = freshSlug();
    await rename(own);
    await fixture.owner.query('UPDATE merchants SET signup_link_slug = $2 WHERE id = $1', [
      staff.merchantId,
      'wpad',
    ]);
    expect(await merchantAt('wpad')).toBeDefined();
    const domain = `clube-${randomUUID().slice(0, 8)}.com.br`;
    expect((await save({ slug: 'wpad', customDomain: domain })).data).toMatchObject({ slug: 'wpad' });
    await rename(own);
    expect(await rename('wpad')).toMatchObject({ slug: 'wpad' });
  });

  test('that is reserved gets a suffix at a sign-up', async () => {
    expect((await signUp('Segurança')).slug).toBe('seguranca-loja');
    expect((await signUp('Segurança')).slug).toBe('seguranca-loja-2');
  });

  test("belonging to an inactive merchant leads nowhere, and stays that merchant's", async () => {
    const neighbor = await insertMerchant(fixture.owner);
    const former = slugOf(neighbor);
    await rename(freshSlug(), neighbor);
    await fixture.owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [neighbor.merchantId]);
    expect(await merchantAt(former)).toBeUndefined();
    await expect(rename(former)).rejects.toMatchObject({ code: 'slug_taken' });
  });
});

test('an invalid value is refused at its field, and nothing is saved', async () => {
  const neighbor = await insertMerchant(fixture.owner);
  const theirs = await verifiedDomain(neighbor);
  const before = await show();
  const ONLY_DOMAIN = 'Informe só o domínio, sem https:// e sem barras';
  const fields: [input: object, fields: object][] = [
    [{ slug: 'a\u202eb' }, { slug: 'Há caracteres invisíveis. Apague-os ou digite o texto de novo' }],
    [{ slug: '🍕' }, { slug: 'Use ao menos uma letra ou um número' }],
    [{ customDomain: 'https://loja.com.br' }, { customDomain: ONLY_DOMAIN }],
    [{ customDomain: 'loja.com.br/clube' }, { customDomain: ONLY_DOMAIN }],
    [{ customDomain: 'javascript:alert(1)' }, { customDomain: ONLY_DOMAIN }],
    [{ customDomain: '<script>alert(1)</script>' }, { customDomain: ONLY_DOMAIN }],
    [{ customDomain: 'loja.com.br:443' }, { customDomain: 'Informe o domínio sem a porta' }],
    [{ customDomain: '192.168.0.1' }, { customDomain: 'Informe um domínio, não um endereço IP' }],
    [{ customDomain: 'LOCALHOST.' }, { customDomain: 'Este domínio não existe na internet' }],
  ];
  for (const [input, sentences] of fields) {
    const answer = await save({ slug: freshSlug(), customDomain: 'nova.com.br', ...input });
    expect([answer.status, answer.error?.data.fields], JSON.stringify(input)).toEqual([400, sentences]);
  }
  const refused: [input: object, status: number, refusal: string][] = [
    [{ customDomain: theirs.toUpperCase() }, 409, 'domain_taken'],
    [{ customDomain: ` ${theirs}. ` }, 409, 'domain_taken'],
    [{ slug: slugOf(neighbor).toUpperCase() }, 409, 'slug_taken'],
    [{ slug: 'Login' }, 422, 'slug_reserved'],
    [{ slug: 'MTA-STS' }, 422, 'slug_reserved'],
    [{ slug: 'ns1' }, 422, 'slug_reserved'],
    [{ slug: 'Login 2' }, 422, 'slug_reserved'],
    [{ slug: 'Banco do Brasil' }, 422, 'slug_reserved'],
    [{ slug: { not: '' } }, 400, 'bad_request'],
    [{ customDomain: ['nova.com.br'] }, 400, 'bad_request'],
    [{ merchantId: neighbor.merchantId }, 400, 'bad_request'],
    [{ customDomainStatus: 'verified' }, 400, 'bad_request'],
  ];
  for (const [input, status, refusal] of refused) {
    const answer = await save({ slug: freshSlug(), customDomain: 'nova.com.br', ...input });
    expect([answer.status, answer.error?.data.refusal], JSON.stringify(input)).toEqual([status, refusal]);
  }
  expect(await show()).toEqual(before);
  expect(await audited()).toEqual([]);
});

test("the platform's own hosts, and all names below them, cannot be claimed", async () => {
  const env = {
    ...server.app.env,
    appOrigin: 'https://painel.example.com',
    publicOrigin: 'https://clube.example.net',
  };
  const claim = (customDomain: string) =>
    saveLinkSettings({ ...server.app, env }, staff, REQUEST, { slug: slugOf(staff), customDomain });
  for (const own of [
    'painel.example.com',
    'clube.example.net',
    'www.clube.example.net',
    'a.b.clube.example.net',
  ])
    await expect(claim(own), own).rejects.toMatchObject({ code: 'domain_own' });
  await expect(claim('meuclube.example.net')).resolves.toMatchObject({
    customDomain: { domain: 'meuclube.example.net' },
  });
});

test('a domain is stored in one spelling; an empty one removes it, and each change is in the audit log', async () => {
  const slug = slugOf(staff);
  const saved = await save({ slug, customDomain: ' Açaí.COM.br. ' });
  expect(saved.data.customDomain).toMatchObject({ domain: 'xn--aa-4iaz.com.br', status: 'waiting' });
  const again = await save({ slug, customDomain: 'xn--aa-4iaz.com.br' });
  expect(again.data).toEqual(saved.data);
  const next = freshSlug();
  expect((await save({ slug: next, customDomain: '' })).data.customDomain).toBeNull();
  expect(await audited()).toEqual([
    { custom_domain_before: null, custom_domain_after: 'xn--aa-4iaz.com.br' },
    {
      signup_link_slug_before: slug,
      signup_link_slug_after: next,
      custom_domain_before: 'xn--aa-4iaz.com.br',
      custom_domain_after: null,
    },
  ]);
});

test('only roles with the permission see or save the settings', async () => {
  for (const role of ROLES) {
    await fixture.owner.query('UPDATE employees SET role = $2 WHERE id = $1', [staff.employeeId, role]);
    const status = roleMay(role, 'settings.write') ? 200 : 403;
    expect((await server.client.query('domains.linkSettings', undefined, { cookie })).status, role).toBe(
      status,
    );
    expect((await save({ slug: slugOf(staff), customDomain: null })).status, role).toBe(status);
  }
});

test("another merchant's settings stay as they are, whatever this one saves", async () => {
  const neighbor = await insertMerchant(fixture.owner);
  await verifiedDomain(neighbor);
  const before = await show(neighbor);
  await save({ slug: freshSlug(), customDomain: 'nova.com.br' });
  await save({ slug: slugOf(neighbor), customDomain: before.customDomain?.domain });
  expect(await show(neighbor)).toEqual(before);
});
