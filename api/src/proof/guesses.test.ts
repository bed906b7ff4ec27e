import { CUSTOMER_CODE_TTL_SECONDS } from 'domain/lifetimes';
import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../test/money-app.ts';
import { askProof, type Browser, useProofFixture } from '../test/proof-fixture.ts';
import { writeCode } from './customer-code.ts';

/**
 * Guesses from as many networks, over HTTP, with the limits in Redis: as many are compared as 0059 states,
 * and the customer goes on at the counter. The long tests make 10,000 of each.
 */

const GUESSES = process.env.TEST_LONG ? 10_000 : 1_000;
const TIMEOUT_MS = 240_000;
const PIN = '4827';
const fixture = useProofFixture({ withRedis: true });
let phone: Browser;

/** The customer's phone is known, and the merchant asks for every proof. */
beforeEach(async () => {
  await askProof(fixture, { statement_protected: true, redemption_proof: 'always' });
  phone = fixture.browser();
  await fixture.buy(phone);
});

/** Purchase, confirmation, balance and redemption of the known phone, as on any day. */
async function expectServed(): Promise<void> {
  expect((await fixture.buy(phone)).status).toBe(200);
  expect((await fixture.dashboard(phone)).status).toBe(200);
  const redemption = await fixture.counter.createRedemption(fixture.phone, 100);
  expect((await fixture.confirmRedemption(phone, redemption)).status).toBe(200);
}

/** More at once wait longer than an answer may, on a busy machine. */
const AT_ONCE = 20;

/** Guesses from a network of their own each, and expects every one to be refused. */
async function guess(path: 'proof.enterCode' | 'proof.enterPin', typed: readonly object[]): Promise<void> {
  for (let first = 0; first < typed.length; first += AT_ONCE) {
    const together = typed.slice(first, first + AT_ONCE);
    const answers = await Promise.all(
      together.map((each) => fixture.browser().call(path, { who: fixture.who(), ...each })),
    );
    expect(answers.filter(({ status }) => status !== 422 && status !== 429)).toEqual([]);
  }
}

/** `count` numbers of so many digits that are not the right one, whose comparison would be luck. */
function wrongOnes(count: number, from: number, length: number, right: string): string[] {
  const all = Array.from({ length: count + 1 }, (_, index) => String(from + index).padStart(length, '0'));
  return all.filter((each) => each !== right).slice(0, count);
}

test(
  'guesses of the code by e-mail: 50 in a day are compared, at ten codes, and the right one after them is refused',
  async () => {
    await fixture.setEmail('ana@cliente.example', true);
    const { merchantId } = fixture.staff;
    const triesLeft = new Map<string, number>();
    const readCode = async () => {
      const { rows } = await fixture.owner.query<{ id: string; tries_left: number }>(
        'SELECT id, tries_left FROM customer_codes WHERE merchant_id = $1',
        [merchantId],
      );
      for (const { id, tries_left } of rows) triesLeft.set(id, tries_left);
      return writeCode(fixture.server.app.env.tokenSecrets, merchantId, rows[0]?.id ?? '');
    };
    const perCode = GUESSES / 20;
    const atOnce = perCode / 5;
    for (let guessed = 0; guessed < GUESSES; guessed += perCode) {
      await fixture.browser().call('proof.sendCode', { who: fixture.who() });
      const right = await readCode();
      for (let from = guessed; from < guessed + perCode - atOnce; from += atOnce)
        await guess(
          'proof.enterCode',
          wrongOnes(atOnce, from, 6, right).map((code) => ({ code })),
        );
      await guess('proof.enterCode', Array(atOnce).fill({ code: right }));
      await readCode();
      // A merchant takes 3,000 tries in ten minutes; the counter goes on while it takes no more of them.
      if (guessed % 3_500 !== 3_000) continue;
      await expectServed();
      await fixture.endWindows(CUSTOMER_CODE_TTL_SECONDS * 1_000, 'proof');
    }
    expect(triesLeft.size).toBe(10);
    expect([...triesLeft.values()]).toEqual(Array(10).fill(0));
    await expectServed();
    await fixture.endWindows(24 * 60 * MINUTE_MS);
    const another = fixture.browser();
    await another.call('proof.sendCode', { who: fixture.who() });
    const code = await readCode();
    expect((await another.call('proof.enterCode', { who: fixture.who(), code })).status, 'a day later').toBe(
      200,
    );
  },
  TIMEOUT_MS,
);

test(
  'guesses of the PIN: 20 are compared until it is chosen anew, over months',
  async () => {
    await phone.call('proof.choosePin', { who: fixture.who(), pin: PIN });
    const tried = new Set<string>();
    const { passwords } = fixture.server.app;
    const { matching } = passwords;
    // Counts the guesses that are compared with the PIN, and spares the others their hash.
    passwords.matching = async (find, pin) => {
      const account = await find();
      if (account) tried.add(pin);
      return account && pin === PIN ? account : undefined;
    };
    try {
      for (let from = 0; from < GUESSES; from += 100) {
        await guess(
          'proof.enterPin',
          wrongOnes(100, from, 4, PIN).map((pin) => ({ pin })),
        );
        if (from === GUESSES / 2) await expectServed();
        await fixture.endWindows(31 * MINUTE_MS);
      }
    } finally {
      passwords.matching = matching;
    }
    expect(tried.size).toBe(20);
    await expectServed();
    const chosen = await phone.call('proof.choosePin', { who: fixture.who(), pin: '7391' });
    expect(chosen.status, 'a new PIN begins anew').toBe(200);
    const another = fixture.browser();
    expect((await another.call('proof.enterPin', { who: fixture.who(), pin: '7391' })).status).toBe(200);
  },
  TIMEOUT_MS,
);
