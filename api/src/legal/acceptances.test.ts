import { randomUUID } from 'node:crypto';
import { ACCEPTANCE_DAYS } from 'domain/legal-documents';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { signUpMerchant, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMerchant as createMerchantRow } from '../merchants/create-merchant.ts';
import { type Jobs, startJobs } from '../start-jobs.ts';
import { createTenancy } from '../tenant.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { LEGAL_TEXTS } from './legal-texts.ts';
import { presentTexts } from './platform-document.ts';
import { recordAcceptance } from './record-acceptance.ts';
import { showAcceptances } from './show-acceptances.ts';

const DAY_MS = 86_400_000;
const TEXTS = presentTexts(undefined);
const IDENTITY = {
  legalName: 'Exemplo Ltda.',
  cnpj: '11.222.333/0001-81',
  address: 'Rua das Flores, 1',
  officer: 'Ana Souza',
  officerEmail: 'privacidade@example.com',
  subprocessors: 'Nuvem Exemplo (hospedagem, Brasil)',
};
const fixture = useDatabaseFixture();
let mails: MailServer;
/** A server with a mail server, and one without. */
let mailing: InProcessServer;
let server: InProcessServer;
let jobs: Jobs | undefined;
/** One from before there were terms. */
let older: Merchant;

beforeAll(async () => {
  mails = await startMailServer();
  mailing = await startInProcessServer(fixture.database.appUrl, {
    env: { SMTP_URL: mails.url, MAIL_FROM: 'Cashback <avisos@cashback.example>' },
  });
  server = await startInProcessServer(fixture.database.appUrl);
  jobs = startJobs(mailing.app, (pool) => createTenancy(pool), { pollMs: 50 });
  older = await createMerchant(server.app, fixture.owner);
  await fixture.owner.query('DELETE FROM terms_acceptances WHERE merchant_id = $1', [older.merchantId]);
});
afterAll(async () => {
  await jobs?.stop();
  await Promise.all([mailing?.close(), server?.close()]);
  await mails?.close();
});

const newEmail = () => `dona-${randomUUID()}@loja.example`;
const form = (email: string) => ({
  merchantName: 'Mercearia',
  merchantPhone: '1132104567',
  merchantAddress: 'Rua das Flores, 10',
  ownerName: 'Rita de Cássia',
  email,
  password: TEST_PASSWORD,
});
const signUp = (to: InProcessServer, input: object, ip = freshIp()): Promise<Answer> =>
  to.client.call('merchants.signup', input, { ip });

/** What is stored of the owner with this e-mail, and its entry in the audit log. */
async function storedFor(email: string) {
  const { rows } = await fixture.owner.query(
    `SELECT a.document, a.version, a.accepted_at, a.ip FROM terms_acceptances a
     JOIN employees e ON e.merchant_id = a.merchant_id AND e.id = a.employee_id
     WHERE e.email = $1 ORDER BY 1 DESC`,
    [email],
  );
  const audit = await fixture.owner.query(
    `SELECT l.details, l.ip FROM audit_log l
     JOIN employees e ON e.merchant_id = l.merchant_id AND e.id = l.employee_id
     WHERE e.email = $1 AND l.action = 'terms.accept'`,
    [email],
  );
  return { rows, audit: audit.rows };
}

test.each([
  ['from a form without the box', undefined],
  ['with the box unticked', false],
])('a sign-up %s is refused with a sentence, and makes nothing', async (_, acceptsTerms) => {
  for (const to of [server, mailing]) {
    const email = newEmail();
    const answer = await signUp(to, { ...form(email), acceptsTerms });
    expect([answer.status, answer.error?.data.refusal]).toEqual([422, 'terms_not_accepted']);
    expect(answer.error?.message).toContain('aceite os termos de uso e a política de privacidade');
    const { rows } = await fixture.owner.query(
      'SELECT FROM employees WHERE email = $1 UNION ALL SELECT FROM email_links WHERE email = $1',
      [email],
    );
    expect(rows).toEqual([]);
  }
});

test('a sign-up stores who accepted which versions, when and from where, and the audit log says so', async () => {
  const email = newEmail();
  const ip = freshIp();
  expect((await signUp(server, { ...form(email), acceptsTerms: true, texts: TEXTS }, ip)).status).toBe(200);
  const { rows, audit } = await storedFor(email);
  expect(rows).toEqual([
    { document: 'terms', version: LEGAL_TEXTS.terms.version, accepted_at: expect.any(Date), ip },
    { document: 'privacy', version: LEGAL_TEXTS.privacy.version, accepted_at: expect.any(Date), ip },
  ]);
  const details = { termsVersion: LEGAL_TEXTS.terms.version, privacyVersion: LEGAL_TEXTS.privacy.version };
  expect(audit).toEqual([{ details, ip }]);
});

test('proved by e-mail, the acceptance is that of the ticking, not of the opening', async () => {
  const email = newEmail();
  const [ticked, opened] = [freshIp(), freshIp()];
  expect((await signUp(mailing, { ...form(email), acceptsTerms: true, texts: TEXTS }, ticked)).status).toBe(
    200,
  );
  await vi.waitFor(
    () => expect(mails.messages.some(({ recipients }) => recipients.includes(email))).toBe(true),
    {
      timeout: 60_000,
      interval: 30,
    },
  );
  const mail = mails.messages.find(({ recipients }) => recipients.includes(email));
  const token = /#(EMAIL_[\w-]{27})/.exec(mail?.text ?? '')?.[1] ?? '';
  const { rows: links } = await fixture.owner.query('SELECT now() AS now');
  const answer = await mailing.client.call(
    'auth.confirmEmail',
    { token, password: TEST_PASSWORD },
    { ip: opened },
  );
  expect(answer.status, answer.error?.message).toBe(200);
  const { rows } = await storedFor(email);
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row.ip).toBe(ticked);
    expect(row.accepted_at.getTime()).toBeLessThan(links[0].now.getTime());
  }
});

test('a sign-up that began before there were terms becomes a merchant that is asked', async () => {
  const merchantId = randomUUID();
  const { password: _, ...typed } = form(newEmail());
  const passwordHash = await server.app.passwords.hash(TEST_PASSWORD, { ip: freshIp() });
  await createMerchantRow(server.app, { ...typed, merchantId, passwordHash }, { ip: freshIp() });
  const documents = await showAcceptances(server.app, merchantId);
  expect(documents.map(({ accepted }) => accepted)).toEqual([null, null]);
});

test('an owner accepts what is new; a repeat stores nothing more, and another version is refused', async () => {
  const cookie = `session=${await openSession(server.app, older.staff.owner)}`;
  const ask = async () => (await server.client.query('legal.acceptances', undefined, { cookie })).data;
  expect(await ask()).toMatchObject([
    { document: 'terms', accepted: null },
    { document: 'privacy', accepted: null },
  ]);
  const terms = TEXTS.filter(({ document }) => document === 'terms');
  const accept = (change: object) =>
    server.client.call('legal.accept', { texts: terms.map((text) => ({ ...text, ...change })) }, { cookie });
  for (const change of [{ version: LEGAL_TEXTS.terms.version + 1 }, { textHash: 'a'.repeat(64) }])
    expect((await accept(change)).error?.data.refusal).toBe('terms_changed');
  expect((await accept({})).status).toBe(200);
  const first = await ask();
  expect(first).toMatchObject([
    { document: 'terms', accepted: { version: LEGAL_TEXTS.terms.version, by: expect.any(String) } },
    { document: 'privacy', accepted: null },
  ]);
  expect((await accept({})).status).toBe(200);
  expect(await ask()).toEqual(first);
  const { rows } = await fixture.owner.query(
    "SELECT FROM audit_log WHERE merchant_id = $1 AND action = 'terms.accept'",
    [older.merchantId],
  );
  // The sign-up's and this one's.
  expect(rows).toHaveLength(2);
});

test.each([
  ['no texts', undefined],
  ['one of the two', TEXTS.slice(0, 1)],
  ['another version', TEXTS.map((text) => ({ ...text, version: text.version + 1 }))],
  ['other data of the platform’s', presentTexts(IDENTITY)],
])('a sign-up whose form had %s is refused as changed, and makes nothing', async (_, texts) => {
  for (const to of [server, mailing]) {
    const email = newEmail();
    const answer = await signUp(to, { ...form(email), acceptsTerms: true, texts });
    expect([answer.status, answer.error?.data.refusal]).toEqual([409, 'terms_changed']);
    const { rows } = await fixture.owner.query(
      'SELECT FROM employees WHERE email = $1 UNION ALL SELECT FROM email_links WHERE email = $1',
      [email],
    );
    expect(rows).toEqual([]);
  }
});

test('an accepted model counts for nothing once the platform’s data is set, and changed data is asked for again', async () => {
  const { tenancy, env } = server.app;
  const { id, employeeId } = await signUpMerchant(server.client);
  const shown = async (platformIdentity: typeof IDENTITY | undefined) =>
    (await showAcceptances({ tenancy, env: { ...env, platformIdentity } }, id)).map(
      ({ isAccepted, accepted }) => [isAccepted, accepted?.version ?? null],
    );
  const eachVersion = (isAccepted: boolean) => TEXTS.map(({ version }) => [isAccepted, version]);
  expect(await shown(undefined)).toEqual(eachVersion(true));
  expect(await shown(IDENTITY)).toEqual([
    [false, null],
    [false, null],
  ]);
  await tenancy.withTenant(id, (tx) =>
    recordAcceptance(tx, employeeId, {
      texts: presentTexts(IDENTITY),
      acceptedAt: tx.now.toISOString(),
      ip: freshIp(),
    }),
  );
  expect(await shown(IDENTITY)).toEqual(eachVersion(true));
  // Both texts name the companies.
  expect(await shown({ ...IDENTITY, subprocessors: 'Outra (hospedagem, EUA)' })).toEqual(eachVersion(false));
});

test('a new version may be put off for 30 days; whoever has accepted is not asked', async () => {
  let now = new Date();
  const later = await startInProcessServer(fixture.database.appUrl, { clock: { now: () => now } });
  const { id } = await signUpMerchant(server.client);
  /** Whether each text is due so many days after its own date. */
  const dueAfter = async (merchantId: string, days: number) => {
    const due: (boolean | undefined)[] = [];
    for (const { document } of TEXTS) {
      now = new Date(Date.parse(LEGAL_TEXTS[document].date) + days * DAY_MS);
      const shown = await showAcceptances(later.app, merchantId);
      due.push(shown.find((each) => each.document === document)?.isDue);
    }
    return due;
  };
  const neighbor = await createMerchant(server.app, fixture.owner);
  await fixture.owner.query('DELETE FROM terms_acceptances WHERE merchant_id = $1', [neighbor.merchantId]);
  expect(await dueAfter(neighbor.merchantId, ACCEPTANCE_DAYS)).toEqual([false, false]);
  expect(await dueAfter(neighbor.merchantId, ACCEPTANCE_DAYS + 1)).toEqual([true, true]);
  expect(await dueAfter(id, ACCEPTANCE_DAYS + 1)).toEqual([false, false]);
  await later.close();
});
