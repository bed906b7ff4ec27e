import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test } from 'vitest';
import { resetProof } from '../customers/reset-proof.ts';
import { DAY_MS } from '../test/money-app.ts';
import { askProof, type Browser, clock, refusalOf, useProofFixture } from '../test/proof-fixture.ts';

const fixture = useProofFixture();
const PROTECTED = { statement_protected: true };
const ALWAYS = { redemption_proof: 'always' as const };
const REFUSED = [403, 'proof_required'];

test('the first browser is known on the day that the merchant asks for proof', async () => {
  const [phone, second] = [fixture.browser(), fixture.browser()];
  await fixture.buy(phone);
  await fixture.buy(second);
  expect(second.cookies.size).toBe(0);
  expect((await phone.query('myData.show', { who: fixture.who() })).status).toBe(200);
  await askProof(fixture, PROTECTED);
  expect((await fixture.dashboard(phone)).status).toBe(200);
  expect(refusalOf(await fixture.dashboard(second))).toEqual(REFUSED);
});

test.each([
  ['a known customer with another browser', true, false],
  ['a known customer with the known browser', true, true],
  ['a customer who becomes known', false, false],
])(
  'a confirmation by %s reads few devices, however many there are since its statement was planned',
  async (_who, isKnown, isSameBrowser) => {
    const { merchantId } = fixture.staff;
    await fixture.buy(fixture.browser());
    if (!isKnown)
      await fixture.owner.query('DELETE FROM customer_devices WHERE merchant_id = $1', [merchantId]);
    const { rows: purchases } = await fixture.owner.query<{ id: string }>(
      'SELECT id FROM transactions WHERE merchant_id = $1',
      [merchantId],
    );
    const { rows: devices } = await fixture.owner.query<{ id: string }>(
      'SELECT id FROM customer_devices WHERE merchant_id = $1',
      [merchantId],
    );
    const sent = isSameBrowser ? `{${devices[0]?.id}}` : '{}';
    await fixture.owner.query('VACUUM (ANALYZE) customer_devices');
    const client = await fixture.owner.connect();
    const remember = () =>
      client.query(
        "SELECT FROM remember_devices('{1}', ARRAY[$1::uuid], ARRAY[$2::uuid], '{true}', ARRAY[$3], ARRAY[$4::uuid])",
        [merchantId, purchases[0]?.id, sent, crypto.randomUUID()],
      );
    const countRead = async () => {
      const { rows } = await client.query<{ read: number }>(
        `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'customer_devices'`,
      );
      return rows[0]?.read ?? 0;
    };
    try {
      await client.query('BEGIN; SAVEPOINT planned');
      await remember();
      await client.query('ROLLBACK TO planned');
      await client.query(
        `WITH c AS (
           INSERT INTO customers (merchant_id, id, phone)
           SELECT $1, gen_random_uuid(), '1197' || lpad(n::text, 7, '0') FROM generate_series(1, 500) n
           RETURNING merchant_id, id
         )
         INSERT INTO customer_devices (merchant_id, id, customer_id, created_at, expires_at, is_lasting)
         SELECT merchant_id, gen_random_uuid(), id, now(), now() + interval '180 days', true FROM c`,
        [merchantId],
      );
      // The view counts what this connection has not reported yet, too.
      const before = await countRead();
      await remember();
      expect((await countRead()) - before).toBeLessThan(10);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
);

describe('an answer that is lost', () => {
  const deviceId = crypto.randomUUID();
  const lose = async () => {
    const token = tokenOf((await fixture.counter.issue(fixture.phone, 10_000)).link);
    await fixture.browser().call('cashback.confirm', { token, deviceId });
    return token;
  };

  test('leaves its cookie to the retry with the same id, and to no other', async () => {
    await askProof(fixture, PROTECTED);
    const token = await lose();
    const [page, other, without] = [fixture.browser(), fixture.browser(), fixture.browser()];
    await other.call('cashback.confirm', { token, deviceId: crypto.randomUUID() });
    await without.call('cashback.confirm', { token });
    expect([other.cookies.size, without.cookies.size]).toEqual([0, 0]);
    expect((await page.call('cashback.confirm', { token, deviceId })).status).toBe(200);
    expect((await fixture.dashboard(page)).status).toBe(200);
  });

  test('of a redemption leaves it too, and beside the first call as well', async () => {
    await fixture.counter.issue(fixture.phone, 100_000);
    const phone = fixture.browser();
    const { link } = await fixture.counter.issue(fixture.phone, 100_000);
    await fixture.setEmail('ana@cliente.example', true);
    await phone.call('cashback.confirm', { token: tokenOf(link) });
    await fixture.setEmail('ana@cliente.example', false);
    const token = tokenOf((await fixture.counter.createRedemption(fixture.phone, 100)).link);
    const id = crypto.randomUUID();
    const pages = [fixture.browser(), fixture.browser(), fixture.browser()];
    await Promise.all(pages.map((page) => page.call('redemptions.confirm', { token, deviceId: id })));
    expect(pages.map((page) => page.cookies.size)).toEqual([1, 1, 1]);
  });

  test('gives no cookie for an id that is stored for another confirmation', async () => {
    await askProof(fixture, PROTECTED);
    await lose();
    clock.advance(1_000);
    const thief = fixture.browser();
    const own = tokenOf((await fixture.counter.issue(freshPhone(), 100)).link);
    const theirs = tokenOf((await fixture.counter.issue(fixture.phone, 100)).link);
    for (const token of [own, own, theirs, theirs]) {
      expect((await thief.call('cashback.confirm', { token, deviceId })).status).toBe(200);
      expect(thief.cookies.size).toBe(0);
    }
  });
});

test('known for a day stays so: neither a purchase, nor a PIN, nor an e-mail makes more of it', async () => {
  await askProof(fixture, PROTECTED);
  const [phone, borrowed] = [fixture.browser(), fixture.browser()];
  await fixture.buy(phone);
  const who = { who: fixture.who() };
  expect((await phone.call('proof.choosePin', { ...who, pin: '4827' })).status).toBe(200);
  await borrowed.call('proof.enterPin', { ...who, pin: '4827' });
  await fixture.buy(borrowed);
  expect(refusalOf(await borrowed.call('proof.choosePin', { ...who, pin: '9163' }))).toEqual(REFUSED);
  expect((await borrowed.call('myData.correct', { ...who, email: 'thief@cliente.example' })).status).toBe(
    200,
  );
  await borrowed.call('proof.sendCode', who);
  const { rows } = await fixture.owner.query('SELECT FROM customer_codes WHERE merchant_id = $1', [
    fixture.staff.merchantId,
  ]);
  expect(rows).toHaveLength(0);
  clock.advance(DAY_MS);
  expect(refusalOf(await fixture.dashboard(borrowed))).toEqual(REFUSED);
  expect((await fixture.dashboard(phone)).status).toBe(200);
  clock.advance(100 * DAY_MS);
  await fixture.buy(phone);
  clock.advance(100 * DAY_MS);
  expect((await fixture.dashboard(phone)).status, 'prolonged by a purchase').toBe(200);
});

test('pages that move to another host forget the devices, whose cookies do not come along', async () => {
  await askProof(fixture, PROTECTED);
  const [phone, next] = [fixture.browser(), fixture.browser()];
  await fixture.buy(phone);
  const change = (assignment: string) =>
    fixture.owner.query(`UPDATE merchants SET ${assignment} WHERE id = $1`, [fixture.staff.merchantId]);
  await change("name = 'Outra'");
  expect((await fixture.dashboard(phone)).status).toBe(200);
  await change("gtm_id = 'GTM-ABC1234'");
  expect(refusalOf(await fixture.dashboard(phone))).toEqual(REFUSED);
  await fixture.buy(next);
  expect((await fixture.dashboard(next)).status).toBe(200);
});

test('the browser that confirmed a code opens the protected statement for 180 days; another one never', async () => {
  await askProof(fixture, PROTECTED);
  const [phone, stranger] = [fixture.browser(), fixture.browser()];
  expect(refusalOf(await fixture.dashboard(phone))).toEqual(REFUSED);
  const answer = await fixture.buy(phone);
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^c-[0-9a-f-]{36}=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const shown = await fixture.dashboard(phone);
  expect([shown.status, shown.data.programmes[0].availableCents]).toEqual([200, 500]);
  expect(shown.data.known).toEqual({ hasPin: false, isLasting: true, email: null });
  expect(refusalOf(await fixture.dashboard(stranger))).toEqual(REFUSED);
  clock.advance(180 * DAY_MS);
  expect(refusalOf(await fixture.dashboard(phone))).toEqual(REFUSED);
});

test('the page of all programs leaves a protected one out, except for the browser it knows', async () => {
  await askProof(fixture, PROTECTED);
  const [phone, stranger] = [fixture.browser(), fixture.browser()];
  await fixture.buy(phone);
  const everywhere = { phone: fixture.phone };
  expect(refusalOf(await stranger.query('customers.dashboard', everywhere))).toEqual([
    404,
    'customer_not_found',
  ]);
  expect((await phone.query('customers.dashboard', everywhere)).data.programmes).toHaveLength(1);
});

test('a repeat makes nobody known: only who confirmed first is', async () => {
  await askProof(fixture, PROTECTED);
  const { link } = await fixture.counter.issue(fixture.phone, 10_000);
  await fixture.browser().call('cashback.confirm', { token: tokenOf(link) });
  const later = fixture.browser();
  const answer = await later.call('cashback.confirm', { token: tokenOf(link) });
  expect([answer.status, later.cookies.size]).toEqual([200, 0]);
});

describe('a receipt of a protected statement', () => {
  const hidden = { phone: '', availableCents: 0, confirmedEarlierAt: null };
  const open = async (browser: Browser, { link }: { link: string }) =>
    (await browser.call('cashback.confirm', { token: tokenOf(link) })).data;
  let phone: Browser;
  let stranger: Browser;

  beforeEach(async () => {
    await askProof(fixture, PROTECTED);
    [phone, stranger] = [fixture.browser(), fixture.browser()];
  });

  test('names phone and balance to the customer’s browser alone, the first time and each other', async () => {
    const first = await fixture.counter.issue(fixture.phone, 10_000);
    const shown = { phone: fixture.phone, amountCents: 10_000, cashbackCents: 500, availableCents: 500 };
    expect(await open(phone, first), 'it becomes known by this').toMatchObject(shown);
    expect(await open(phone, first)).toMatchObject(shown);
    expect(await open(stranger, first)).toMatchObject({ ...shown, ...hidden });
    const own = await fixture.counter.issue(fixture.phone, 100);
    for (const time of ['the first time', 'again'])
      expect(await open(stranger, own), time).toMatchObject({
        ...hidden,
        amountCents: 100,
        cashbackCents: 5,
      });
    expect(await open(phone, own)).toMatchObject({ phone: fixture.phone, availableCents: 505 });
    await askProof(fixture, { statement_protected: false });
    expect(await open(stranger, own), 'not protected').toMatchObject({
      phone: fixture.phone,
      availableCents: 505,
    });
  });

  test('of a redemption neither, though no proof is asked for it', async () => {
    await fixture.buy(phone);
    const [own, other] = [
      await fixture.counter.createRedemption(fixture.phone, 100),
      await fixture.counter.createRedemption(fixture.phone, 100),
    ];
    const body = async (browser: Browser, redemption: { link: string }) =>
      (await fixture.confirmRedemption(browser, redemption)).data;
    const shown = { phone: fixture.phone, amountCents: 100, availableCents: 400 };
    expect(await body(phone, own)).toMatchObject(shown);
    expect(await body(phone, own)).toMatchObject(shown);
    expect(await body(stranger, own)).toMatchObject({ ...shown, ...hidden });
    for (const time of ['the first time', 'again'])
      expect(await body(stranger, other), time).toMatchObject({ ...shown, ...hidden });
  });

  test('is not shared by browsers that open one code at once', async () => {
    const { link } = await fixture.counter.issue(fixture.phone, 10_000);
    const browsers = Array.from({ length: 8 }, () => fixture.browser());
    const bodies = await Promise.all(browsers.map((each) => open(each, { link })));
    const known = browsers.map(({ cookies }) => cookies.size > 0);
    expect(known.filter(Boolean)).toHaveLength(1);
    expect(bodies.map((body) => body.phone !== '')).toEqual(known);
    expect(bodies.map((body) => body.availableCents > 0)).toEqual(known);
  });

  test('stays hidden from a device that a counter lends to six, also as it confirms for the sixth', async () => {
    const phones = Array.from({ length: 6 }, freshPhone);
    const shown: string[] = [];
    for (const each of [...phones, ...phones]) shown.push((await fixture.buy(phone, each)).data.phone);
    expect(shown).toEqual([...phones.slice(0, 5), ...Array(7).fill('')]);
  });

  test('stays hidden from a browser with a staff session', async () => {
    phone.cookies.set('session', 'a'.repeat(43));
    expect((await fixture.buy(phone)).data).toMatchObject(hidden);
  });
});

test('a stranger with a purchase of their own does not become the customer, and a reset lets the next phone in', async () => {
  await askProof(fixture, PROTECTED);
  const [phone, stranger] = [fixture.browser(), fixture.browser()];
  await fixture.buy(phone);
  expect((await fixture.buy(stranger, fixture.phone, 100)).status).toBe(200);
  expect(refusalOf(await fixture.dashboard(stranger))).toEqual(REFUSED);
  const customerId = await fixture.customerId();
  await resetProof(fixture.server.app, fixture.staff, { ip: '127.0.0.1' }, { customerId });
  expect(refusalOf(await fixture.dashboard(phone))).toEqual(REFUSED);
  await fixture.buy(stranger, fixture.phone, 100);
  expect((await fixture.dashboard(stranger)).status).toBe(200);
  const { rows } = await fixture.owner.query(
    "SELECT entity_id FROM audit_log WHERE merchant_id = $1 AND action = 'customer.reset_proof'",
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ entity_id: customerId }]);
});

test('one family phone is known as several customers; one that a counter lends to six is known as none', async () => {
  await askProof(fixture, PROTECTED);
  const shared = fixture.browser();
  const phones = Array.from(
    { length: 6 },
    (_, index) => `1197000${String(clock.now().getTime() % 1000).padStart(3, '0')}${index}`,
  );
  for (const phone of phones.slice(0, 5)) await fixture.buy(shared, phone);
  for (const phone of phones.slice(0, 5)) expect((await fixture.dashboard(shared, phone)).status).toBe(200);
  await fixture.buy(shared, phones[5]);
  for (const phone of phones) expect(refusalOf(await fixture.dashboard(shared, phone))).toEqual(REFUSED);
  const own = fixture.browser();
  await fixture.buy(own, phones[0]);
  expect((await fixture.dashboard(own, phones[0])).status, 'nobody is locked out by it').toBe(200);
});

describe('a phone that A and B share', () => {
  let shared: Browser;
  let b: string;
  const who = (phone: string) => ({ who: fixture.who(phone) });
  const devicesOf = async (customerId: string) =>
    (await fixture.owner.query('SELECT id FROM customer_devices WHERE customer_id = $1', [customerId])).rows;

  beforeEach(async () => {
    await askProof(fixture, { ...PROTECTED, ...ALWAYS });
    [shared, b] = [fixture.browser(), freshPhone()];
  });

  test('opens what is B’s for B’s proof, and nothing of A’s', async () => {
    await fixture.buy(fixture.browser(), fixture.phone);
    await fixture.buy(shared, b);
    expect((await fixture.dashboard(shared, b)).status).toBe(200);
    expect(refusalOf(await fixture.dashboard(shared))).toEqual(REFUSED);
    expect(refusalOf(await shared.query('myData.show', who(fixture.phone)))).toEqual(REFUSED);
    expect(refusalOf(await shared.call('proof.choosePin', { ...who(fixture.phone), pin: '4827' }))).toEqual(
      REFUSED,
    );
    const redemption = await fixture.counter.createRedemption(fixture.phone, 100);
    expect(refusalOf(await fixture.confirmRedemption(shared, redemption))).toEqual(REFUSED);
    await shared.call('proof.choosePin', { ...who(b), pin: '4827' });
    const byPin = shared.call('proof.enterPin', { ...who(fixture.phone), pin: '4827' });
    expect(refusalOf(await byPin)).toEqual([422, 'wrong_pin']);
  });

  test('goes on as B’s when A is erased, and is A’s no more', async () => {
    await fixture.buy(shared);
    await fixture.buy(shared, b);
    const [customerA, customerB] = [await fixture.customerId(), await fixture.customerId(b)];
    expect(await devicesOf(customerA), 'one device').toEqual(await devicesOf(customerB));
    const erased = await shared.call('myData.erase', { ...who(fixture.phone), phone: fixture.phone });
    expect(erased.status).toBe(200);
    expect([await devicesOf(customerA), await devicesOf(customerB)]).toEqual([[], [expect.anything()]]);
    expect((await fixture.dashboard(shared, b)).status).toBe(200);
    const redemption = await fixture.counter.createRedemption(b, 100);
    expect((await fixture.confirmRedemption(shared, redemption)).status).toBe(200);
    expect(refusalOf(await fixture.dashboard(shared))).toEqual(REFUSED);
    const next = fixture.browser();
    await fixture.buy(next);
    expect(refusalOf(await fixture.dashboard(shared)), 'a new customer of the same number').toEqual(REFUSED);
  });

  test('stays B’s when A forgets the other devices, or a manager resets A', async () => {
    await fixture.buy(shared);
    await fixture.buy(shared, b);
    await fixture.setEmail('ana@cliente.example', true);
    const own = fixture.browser();
    await own.call('proof.sendCode', who(fixture.phone));
    await own.call('proof.enterCode', { ...who(fixture.phone), code: await fixture.codeIn(1) });
    expect((await own.call('proof.forgetDevices', { ...who(fixture.phone), which: 'others' })).status).toBe(
      200,
    );
    expect(refusalOf(await fixture.dashboard(shared))).toEqual(REFUSED);
    expect((await fixture.dashboard(shared, b)).status).toBe(200);
    const customerId = await fixture.customerId();
    await resetProof(fixture.server.app, fixture.staff, { ip: '127.0.0.1' }, { customerId });
    expect((await fixture.dashboard(shared, b)).status).toBe(200);
  });
});

test.each([
  ['in which an employee is signed in', 'session'],
  ['that is a tablet of the counter, also while nobody is signed in', 'tablet'],
])('a browser %s never becomes known', async (_what, cookie) => {
  await askProof(fixture, PROTECTED);
  const counter = fixture.browser();
  counter.cookies.set(cookie, 'a'.repeat(43));
  expect((await fixture.buy(counter)).status).toBe(200);
  expect(counter.cookies.size).toBe(1);
});

test('a cookie that nobody signed, and one of another merchant, prove nothing', async () => {
  await askProof(fixture, PROTECTED);
  const phone = fixture.browser();
  await fixture.buy(phone);
  const [[name, value] = ['', '']] = phone.cookies;
  const forged = fixture.browser();
  forged.cookies.set(name, `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`);
  expect(refusalOf(await fixture.dashboard(forged))).toEqual(REFUSED);
  forged.cookies.clear();
  forged.cookies.set(`c-${crypto.randomUUID()}`, value);
  expect(refusalOf(await fixture.dashboard(forged))).toEqual(REFUSED);
});

test('forgetting this browser and forgetting the others both hold at once', async () => {
  await askProof(fixture, PROTECTED);
  const [first, second] = [fixture.browser(), fixture.browser()];
  await fixture.buy(first);
  await fixture.setEmail('ana@cliente.example', true);
  await second.call('proof.sendCode', { who: fixture.who() });
  await second.call('proof.enterCode', { who: fixture.who(), code: await fixture.codeIn(1) });
  expect((await fixture.dashboard(second)).status).toBe(200);
  const kept = new Map(first.cookies);
  expect((await second.call('proof.forgetDevices', { who: fixture.who(), which: 'others' })).status).toBe(
    200,
  );
  expect(refusalOf(await fixture.dashboard(first))).toEqual(REFUSED);
  await second.call('proof.forgetDevices', { who: fixture.who(), which: 'this' });
  expect(second.cookies.size).toBe(0);
  first.cookies = kept;
  expect(refusalOf(await fixture.dashboard(first))).toEqual(REFUSED);
  const stranger = fixture.browser();
  const others = stranger.call('proof.forgetDevices', { who: fixture.who(), which: 'others' });
  expect(refusalOf(await others)).toEqual(REFUSED);
});

test('a redemption needs proof never, above a value or always, and keeps waiting for it', async () => {
  const [phone, stranger] = [fixture.browser(), fixture.browser()];
  await askProof(fixture, PROTECTED);
  await fixture.buy(phone, fixture.phone, 100_000);
  await askProof(fixture, { redemption_proof: 'above', redemption_proof_above_cents: 1_000 });
  const small = await fixture.counter.createRedemption(fixture.phone, 1_000);
  const large = await fixture.counter.createRedemption(fixture.phone, 1_001);
  expect([small.needsProof, large.needsProof]).toEqual([false, true]);
  expect((await fixture.counter.showRedemption(large)).needsProof).toBe(true);
  expect((await fixture.confirmRedemption(stranger, small)).status).toBe(200);
  expect(refusalOf(await fixture.confirmRedemption(stranger, large))).toEqual(REFUSED);
  expect((await fixture.counter.balance(fixture.phone)).availableCents).toBe(4_000);
  expect((await fixture.confirmRedemption(phone, large)).status).toBe(200);
  expect((await fixture.confirmRedemption(stranger, large)).status, 'a repeat, as ever').toBe(200);
  expect((await fixture.counter.balance(fixture.phone)).availableCents).toBe(2_999);
  await askProof(fixture, { ...ALWAYS, redemption_proof_above_cents: null });
  const least = await fixture.counter.createRedemption(fixture.phone, 1);
  expect(refusalOf(await fixture.confirmRedemption(stranger, least))).toEqual(REFUSED);
});

test('proved and unproved at once for one code: the proved one confirms, once', async () => {
  await askProof(fixture, ALWAYS);
  const phone = fixture.browser();
  await fixture.buy(phone, fixture.phone, 100_000);
  const redemption = await fixture.counter.createRedemption(fixture.phone, 700);
  const browsers = Array.from({ length: 10 }, (_, index) => (index === 5 ? phone : fixture.browser()));
  const answers = await Promise.all(browsers.map((each) => fixture.confirmRedemption(each, redemption)));
  expect(answers[5]?.status).toBe(200);
  expect((await fixture.counter.balance(fixture.phone)).availableCents).toBe(4_300);
});

test('a merged record’s phone goes on as the other record’s', async () => {
  await askProof(fixture, PROTECTED);
  const [phone, mistyped] = [fixture.browser(), `${fixture.phone.slice(0, -2)}00`];
  await fixture.buy(phone, mistyped);
  await fixture.counter.issue(fixture.phone, 5_000);
  await fixture.counter.merge(fixture.phone, mistyped);
  expect((await fixture.dashboard(phone)).status).toBe(200);
});
