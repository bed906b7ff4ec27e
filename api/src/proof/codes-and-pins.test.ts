import { randomInt } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { MINUTE_MS } from '../test/money-app.ts';
import { askProof, type Browser, clock, refusalOf, useProofFixture } from '../test/proof-fixture.ts';
import { statementsOf } from '../test/security/statements-of.ts';

const fixture = useProofFixture();
const WRONG_PIN = [422, 'wrong_pin'];
const WRONG_CODE = [422, 'wrong_code'];
const REFUSED = [403, 'proof_required'];
const PIN = '4827';

let phone: Browser;

/** The test's customer has bought with `phone`, which is known. */
beforeEach(async () => {
  await askProof(fixture, { statement_protected: true });
  phone = fixture.browser();
  await fixture.buy(phone);
  await fixture.server.app.confirmationTraces.idle();
});

const sendCode = (browser: Browser, who: object = fixture.who()) => browser.call('proof.sendCode', { who });
const enterCode = (browser: Browser, code: string, who: object = fixture.who()) =>
  browser.call('proof.enterCode', { who, code });
const enterPin = (browser: Browser, pin: string, who: object = fixture.who()) =>
  browser.call('proof.enterPin', { who, pin });
const choosePin = (browser: Browser, pin: string) =>
  browser.call('proof.choosePin', { who: fixture.who(), pin });
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a code by e-mail', () => {
  test('makes another browser known, once, and is not in the database', async () => {
    await fixture.setEmail('ana@cliente.example', true);
    const [browser, second] = [fixture.browser(), fixture.browser()];
    expect((await sendCode(browser)).status).toBe(200);
    const code = await fixture.codeIn(1);
    const [mail] = fixture.mails.messages;
    expect(mail?.recipients).toEqual(['ana@cliente.example']);
    expect(mail?.html).toContain(code);
    const { rows } = await fixture.owner.query('SELECT k::text AS row FROM customer_codes k');
    expect(rows.filter(({ row }) => row.includes(code))).toEqual([]);
    expect((await enterCode(browser, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await fixture.dashboard(browser)).status).toBe(200);
    expect(refusalOf(await enterCode(second, code))).toEqual(WRONG_CODE);
    clock.advance(24 * 60 * MINUTE_MS);
    expect(refusalOf(await fixture.dashboard(browser)), 'a day later').toEqual(REFUSED);
  });

  test('ends after ten minutes, after five tries, and when the next one is sent', async () => {
    await fixture.setEmail('ana@cliente.example', true);
    const browser = fixture.browser();
    await sendCode(browser);
    const late = await fixture.codeIn(1);
    clock.advance(10 * MINUTE_MS);
    expect(refusalOf(await enterCode(browser, late))).toEqual(WRONG_CODE);
    await sendCode(browser);
    const replaced = await fixture.codeIn(2);
    await sendCode(browser);
    const code = await fixture.codeIn(3);
    if (replaced !== code) expect(refusalOf(await enterCode(browser, replaced))).toEqual(WRONG_CODE);
    const guesses = Array.from({ length: 10 }, () => enterCode(fixture.browser(), another(code)));
    for (const answer of await Promise.all(guesses)) expect(refusalOf(answer)).toEqual(WRONG_CODE);
    expect(refusalOf(await enterCode(browser, code))).toEqual(WRONG_CODE);
  });

  test('goes to no address that a stranger gave at the sign-up link, until a known phone confirmed it', async () => {
    await signUpCustomer(
      fixture.server.app,
      undefined,
      { ip: '203.0.113.9' },
      {
        slug: fixture.slug,
        name: 'Ana',
        phone: fixture.phone,
        email: 'estranho@mail.example',
      },
    );
    const stranger = fixture.browser();
    expect((await sendCode(stranger)).status).toBe(200);
    expect((await sendCode(phone)).status).toBe(200);
    const code = await fixture.codeIn(1);
    expect(fixture.mails.messages).toHaveLength(1);
    expect(refusalOf(await enterCode(stranger, code)), 'of use to the known phone alone').toEqual(WRONG_CODE);
    expect((await fixture.dashboard(phone)).data.known.email).toEqual({
      masked: expect.stringContaining('@'),
      isProof: false,
    });
    expect((await enterCode(phone, code)).status).toBe(200);
    expect((await fixture.dashboard(phone)).data.known.email.isProof).toBe(true);
    await sendCode(stranger);
    expect((await enterCode(stranger, await fixture.codeIn(2))).status).toBe(200);
  });

  test('is sent four times an hour to one network, ten times a day in all', async () => {
    const browser = fixture.browser();
    for (let each = 0; each < 4; each += 1) expect((await sendCode(browser)).status).toBe(200);
    expect((await sendCode(browser)).status).toBe(429);
    for (let each = 0; each < 6; each += 1) expect((await sendCode(fixture.browser())).status).toBe(200);
    expect((await sendCode(fixture.browser())).status).toBe(429);
  });

  test('goes to one address twenty times a day, on however many customers it is written', async () => {
    const sent = async () => {
      await vi.waitFor(
        async () => {
          const { rows } = await fixture.owner.query(
            `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send-customer-code'`,
          );
          expect(rows).toEqual([]);
        },
        { timeout: 60_000, interval: 30 },
      );
      return fixture.mails.messages.length;
    };
    const phones = [fixture.phone, freshPhone(), freshPhone()];
    for (const each of phones) {
      if (each !== fixture.phone) await fixture.buy(fixture.browser(), each);
      await fixture.setEmail('ana@cliente.example', true, each);
    }
    for (let asked = 0; asked < 22; asked += 1) {
      const who = fixture.who(phones[asked % phones.length]);
      expect((await sendCode(fixture.browser(), who)).status, 'the answer tells nothing').toBe(200);
      // A code that a later one replaces before it is sent is not sent at all.
      await sent();
    }
    expect(await sent()).toBe(20);
  });
});

describe('a PIN', () => {
  test('is not chosen by a browser that is forgotten while the PIN is hashed', async () => {
    const { passwords } = fixture.server.app;
    const { hash } = passwords;
    passwords.hash = async (...asked) => {
      await fixture.owner.query('DELETE FROM customer_devices WHERE merchant_id = $1', [
        fixture.staff.merchantId,
      ]);
      return await hash(...asked);
    };
    try {
      expect(refusalOf(await choosePin(phone, PIN))).toEqual(REFUSED);
    } finally {
      passwords.hash = hash;
    }
    expect(refusalOf(await enterPin(fixture.browser(), PIN))).toEqual(WRONG_PIN);
  });

  test('is chosen on a known phone alone, is not trivial, and makes another browser known', async () => {
    const browser = fixture.browser();
    expect(refusalOf(await choosePin(browser, PIN))).toEqual(REFUSED);
    for (const pin of ['0000', '1234', '1212', '2512', '1987'])
      expect((await choosePin(phone, pin)).error?.message).toMatch(/^Este PIN é fácil de adivinhar/);
    expect((await choosePin(phone, PIN)).status).toBe(200);
    expect((await fixture.dashboard(phone)).data.known.hasPin).toBe(true);
    expect(refusalOf(await enterPin(browser, '4828'))).toEqual(WRONG_PIN);
    expect((await enterPin(browser, PIN)).status).toBe(200);
    expect((await fixture.dashboard(browser)).status).toBe(200);
  });

  test('is locked for half an hour by five wrong ones; the known phone goes on, and so does the code', async () => {
    await choosePin(phone, PIN);
    await fixture.setEmail('ana@cliente.example', true);
    const guesses = Array.from({ length: 5 }, () => enterPin(fixture.browser(), '9182'));
    for (const answer of await Promise.all(guesses)) expect(refusalOf(answer)).toEqual(WRONG_PIN);
    const browser = fixture.browser();
    expect(refusalOf(await enterPin(browser, PIN))).toEqual(WRONG_PIN);
    expect((await fixture.dashboard(phone)).status).toBe(200);
    await sendCode(browser);
    expect((await enterCode(browser, await fixture.codeIn(1))).status).toBe(200);
    clock.advance(30 * MINUTE_MS);
    expect((await enterPin(fixture.browser(), PIN)).status).toBe(200);
  });

  test('proves at the code of a redemption, whose link names the customer', async () => {
    await choosePin(phone, PIN);
    await askProof(fixture, { redemption_proof: 'always' });
    const redemption = await fixture.counter.createRedemption(fixture.phone, 100);
    const browser = fixture.browser();
    expect(refusalOf(await fixture.confirmRedemption(browser, redemption))).toEqual(REFUSED);
    const token = redemption.link.split('/').at(-1) ?? '';
    expect((await enterPin(browser, PIN, { token })).status).toBe(200);
    expect((await fixture.confirmRedemption(browser, redemption)).status).toBe(200);
  });
});

describe('an unknown phone and one without proof', () => {
  const ways: Record<string, (who: { phone: string; slug: string }) => Promise<unknown>> = {
    statement: (who) => fixture.browser().query('customers.dashboard', who),
    'statement, everywhere': ({ phone }) => fixture.browser().query('customers.dashboard', { phone }),
    'code sent': (who) => sendCode(fixture.browser(), who),
    'code typed': (who) => enterCode(fixture.browser(), String(randomInt(100_000, 999_999)), who),
    'PIN typed': (who) => enterPin(fixture.browser(), '9182', who),
    'PIN chosen': (who) => fixture.browser().call('proof.choosePin', { who, pin: '7391' }),
  };
  const shown = (answer: unknown) => {
    const { status, body } = answer as { status: number; body: unknown };
    return { status, body };
  };

  test.each(Object.keys(ways))('are the same in answer and work: %s', async (way) => {
    await choosePin(phone, PIN);
    await fixture.setEmail('ana@cliente.example', true);
    const ask = ways[way];
    if (!ask) throw new Error('no such way');
    const answers: unknown[] = [];
    const statements: string[][] = [];
    for (const who of [fixture.who(), fixture.who(freshPhone())])
      statements.push(
        await statementsOf(fixture.server.app, async () => {
          answers.push(shown(await ask(who)));
        }),
      );
    expect(answers[0]).toEqual(answers[1]);
    // The job that mails counts by the same limiter, whenever it comes.
    const [known, unknown] = statements.map((names) => names.filter((name) => name !== 'count_call'));
    expect(known).toEqual(unknown);
    expect(statements[0]?.length).toBeGreaterThan(0);
  });
});
