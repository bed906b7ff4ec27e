import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { askProof, type Browser, refusalOf, useProofFixture } from '../test/proof-fixture.ts';
import { statementsOf } from '../test/security/statements-of.ts';

const fixture = useProofFixture();
const UNPROVED = [403, 'proof_required'];

let phone: Browser;

/** The test's customer has bought with `phone`, which is known. */
beforeEach(async () => {
  await askProof(fixture, { statement_protected: true });
  phone = fixture.browser();
  await fixture.buy(phone);
  await fixture.server.app.confirmationTraces.idle();
});

type Who = { phone: string; slug: string };
const show = (browser: Browser, who: Who = fixture.who()) => browser.query('myData.show', { who });
const call = (browser: Browser, procedure: string, input: object, who: Who = fixture.who()) =>
  browser.call(`myData.${procedure}`, { who, ...input });
const consent = (browser: Browser, channel: string, isGiven: boolean) =>
  call(browser, 'setConsent', { channel, isGiven, textVersion: 2 });

async function audited(action: string) {
  const { rows } = await fixture.owner.query(
    `SELECT entity_id, employee_id, ip, user_agent, details FROM audit_log WHERE merchant_id = $1 AND action = $2`,
    [fixture.staff.merchantId, action],
  );
  return rows;
}

test('a code typed opens it where the merchant asks for no proof either, in words and with its sharing', async () => {
  await askProof(fixture, { statement_protected: false });
  await fixture.setEmail('ana@cliente.example', true);
  const browser = fixture.browser();
  expect(refusalOf(await show(browser))).toEqual(UNPROVED);
  await browser.call('proof.sendCode', { who: fixture.who() });
  await browser.call('proof.enterCode', { who: fixture.who(), code: await fixture.codeIn(1) });
  const { data } = await show(browser);
  expect(data).toMatchObject({
    email: 'ana@cliente.example',
    isEmailProof: true,
    balanceCents: 500,
    consents: { email: null, whatsapp: null },
  });
  const purchases = data.sections.find(({ name }: { name: string }) => name === 'purchases');
  expect(purchases).toMatchObject({ title: 'Compras', hasMore: false });
  expect(purchases.rows[0]).toContainEqual({ label: 'Valor', value: 'R$\u00a0100,00' });
  expect(data.sharing.map(({ name }: { name: string }) => name)).toEqual(['deliveries', 'syncs', 'tags']);
});

test('calls are counted while no transaction holds a connection that the count may need', async () => {
  const open: unknown[] = [];
  const { limiter } = fixture.server.app;
  const { hitAll } = limiter;
  const spy = vi.spyOn(limiter, 'hitAll').mockImplementation(async (counts) => {
    const { rows } = await fixture.owner.query(
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND usename = 'cashback_app'
         AND state = 'idle in transaction'`,
    );
    open.push(...rows);
    return await hitAll(counts);
  });
  try {
    expect((await show(phone)).status).toBe(200);
    expect((await call(phone, 'download', { format: 'json' })).status).toBe(200);
    expect(spy.mock.calls.flat(2).map(({ rule }) => rule.name)).toContain('my-data-customer');
  } finally {
    spy.mockRestore();
  }
  expect(open).toEqual([]);
});

test('a browser known as one customer sees and changes nothing of another', async () => {
  const other = freshPhone();
  await fixture.buy(fixture.browser(), other);
  const who = fixture.who(other);
  expect(refusalOf(await show(phone, who))).toEqual(UNPROVED);
  expect(refusalOf(await call(phone, 'download', { format: 'json' }, who))).toEqual(UNPROVED);
  expect(refusalOf(await call(phone, 'correct', { name: 'Outra' }, who))).toEqual(UNPROVED);
  expect(refusalOf(await call(phone, 'erase', { phone: other }, who))).toEqual(UNPROVED);
});

test('a consent is given and withdrawn with its sentence, each once; e-mail needs an e-mail', async () => {
  expect(refusalOf(await consent(phone, 'email', true))).toEqual([422, 'email_missing']);
  expect(refusalOf(await consent(phone, 'sms', true))).toEqual([400, 'bad_request']);
  for (const isGiven of [true, true, false, false]) {
    expect((await consent(phone, 'whatsapp', isGiven)).status).toBe(200);
    expect((await show(phone)).data.consents).toEqual({ email: null, whatsapp: isGiven });
  }
  const { rows } = await fixture.owner.query(
    `SELECT channel, is_given, text_version, source, employee_id, ip FROM consents
     WHERE merchant_id = $1 ORDER BY number`,
    [fixture.staff.merchantId],
  );
  const answer = { channel: 'whatsapp', text_version: 2, source: 'my_data', employee_id: null, ip: phone.ip };
  expect(rows).toEqual([
    { ...answer, is_given: true },
    { ...answer, is_given: false },
  ]);
});

test('a changed e-mail proves nobody until its code was typed; the log names no employee and no address', async () => {
  await fixture.setEmail('ana@cliente.example', true);
  expect((await call(phone, 'correct', { name: 'Ana Lima', email: 'ANA@novo.example' })).status).toBe(200);
  const { data } = await show(phone);
  expect([data.name, data.email, data.isEmailProof]).toEqual(['Ana Lima', 'ana@novo.example', false]);
  expect(await fixture.codeIn(1)).toBe('no code');
  expect(fixture.mails.messages[0]?.text, 'the former e-mail is told').toContain('foi trocado ou removido');
  await phone.call('proof.sendCode', { who: fixture.who() });
  await phone.call('proof.enterCode', { who: fixture.who(), code: await fixture.codeIn(2) });
  expect((await show(phone)).data.isEmailProof).toBe(true);
  await call(phone, 'correct', { name: 'Ana Lima' });
  expect((await show(phone)).data.isEmailProof, 'the e-mail stayed').toBe(true);
  const [entry, ...more] = await audited('my_data.correct');
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ employee_id: null, ip: null, user_agent: null });
  expect(JSON.stringify(entry.details)).not.toContain('Lima');
});

test('both files hold what is stored, and a download is in the log', async () => {
  const json = await call(phone, 'download', { format: 'json' });
  expect(json.data.name).toMatch(/^meus-dados-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(json.data.text)).toMatchObject({
    records: [{ phone: fixture.phone, cashbackBalanceCents: 500 }],
  });
  const page = await call(phone, 'download', { format: 'html' });
  expect(page.data.text).toContain('<h2>Compras</h2>');
  const entries = await audited('my_data.export');
  expect(entries.map(({ details, ip }) => [details.format, ip])).toEqual([
    ['json', null],
    ['html', null],
  ]);
});

test('the page reads the newest rows of a section and says that there are more; the file has all', async () => {
  const customerId = await fixture.customerId();
  await fixture.owner.query(
    `INSERT INTO consents (merchant_id, id, customer_id, channel, is_given, source, created_at)
     SELECT c.merchant_id, gen_random_uuid(), c.id, 'email', false, 'counter', now()
     FROM customers c, generate_series(1, 40) WHERE c.id = $1`,
    [customerId],
  );
  const { data } = await show(phone);
  const consents = data.sections.find(({ name }: { name: string }) => name === 'consents');
  expect(consents).toMatchObject({ hasMore: true });
  expect(consents.rows).toHaveLength(30);
  const file = await call(phone, 'download', { format: 'json' });
  expect(JSON.parse(file.data.text).consents).toHaveLength(40);
});

test('an erasure needs the phone typed; afterwards the browser proves nothing and the phone is a new customer', async () => {
  const before = await fixture.customerId();
  expect(refusalOf(await call(phone, 'erase', { phone: freshPhone() }))).toEqual([422, 'phone_differs']);
  const erased = await call(phone, 'erase', { phone: fixture.phone });
  expect(erased.data).toEqual({ forfeitedCents: 500 });
  expect(refusalOf(await show(phone))).toEqual(UNPROVED);
  expect(await audited('my_data.erase')).toMatchObject([{ entity_id: before, employee_id: null, ip: null }]);
  await fixture.buy(phone, fixture.phone, 2_000);
  expect(await fixture.customerId()).not.toBe(before);
  expect((await show(phone)).data.balanceCents).toBe(100);
});

test('a browser that is forgotten between its proof and the erasure erases nothing', async () => {
  const { tenancy } = fixture.server.app;
  const { withTenant } = tenancy;
  let calls = 0;
  tenancy.withTenant = async (merchantId, run, options) => {
    const result = await withTenant(merchantId, run, options);
    calls += 1;
    if (calls === 1)
      await fixture.owner.query('DELETE FROM customer_devices WHERE merchant_id = $1', [merchantId]);
    return result;
  };
  try {
    expect(refusalOf(await call(phone, 'erase', { phone: fixture.phone }))).toEqual(UNPROVED);
  } finally {
    tenancy.withTenant = withTenant;
  }
  expect(calls, 'proved at first').toBeGreaterThan(0);
  expect(await fixture.counter.balance(fixture.phone)).toMatchObject({ availableCents: 500 });
});

describe('an unknown phone and one without proof', () => {
  const ways: Record<string, (who: Who) => Promise<unknown>> = {
    show: (who) => show(fixture.browser(), who),
    download: (who) => call(fixture.browser(), 'download', { format: 'json' }, who),
    setConsent: (who) =>
      call(fixture.browser(), 'setConsent', { channel: 'email', isGiven: false, textVersion: 1 }, who),
    correct: (who) => call(fixture.browser(), 'correct', { name: 'Ana' }, who),
    erase: (who) => call(fixture.browser(), 'erase', { phone: who.phone }, who),
  };

  test.each(Object.keys(ways))('are the same in answer and work: %s', async (way) => {
    const ask = ways[way];
    if (!ask) throw new Error('no such way');
    const answers: unknown[] = [];
    const statements: string[][] = [];
    for (const who of [fixture.who(), fixture.who(freshPhone())])
      statements.push(
        await statementsOf(fixture.server.app, async () => {
          const { status, body } = (await ask(who)) as { status: number; body: unknown };
          answers.push({ status, body });
        }),
      );
    expect(answers[0]).toEqual(answers[1]);
    expect(statements[0]).toEqual(statements[1]);
    expect(statements[0]).toContain('find_proved_customer');
  });
});
