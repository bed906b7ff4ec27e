import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { App } from '../context.ts';
import { sha256 } from '../lib/tokens.ts';
import { createRedemption } from '../redemptions/create-redemption.ts';
import { beforeStatement } from '../test/before-statement.ts';
import { createCounter } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { insertProofs } from '../test/tenant-proofs.ts';
import { correctPhone } from './correct-phone.ts';
import { editCustomer } from './edit-customer.ts';
import { eraseCustomer } from './erase-customer.ts';
import { mergeCustomers } from './merge-customers.ts';
import { signUpCustomer } from './sign-up-customer.ts';
import { sweepErasures } from './sweep-erasures.ts';
import { withdrawConsent } from './withdraw-consent.ts';

/** A customer is erased in the middle of something else, each of the two first: there is no half state. */

const fixture = useMoneyFixture();
const TABLES_OF_PROOFS = [
  'consents',
  'customer_devices',
  'customer_codes',
  'customer_pins',
  'inactivity_notices',
];
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
/** Another connection, whose transaction is left open. */
let other: pg.Client;

beforeAll(async () => {
  other = new pg.Client({ connectionString: fixture.database.ownerUrl });
  await other.connect();
});
afterAll(() => other?.end());

const erase = (customerId: string, app: Pick<App, 'tenancy' | 'deliveryRules'> = fixture.app) =>
  eraseCustomer(app, {
    merchantId: fixture.staff.merchantId,
    customerId,
    basis: 'request',
    staff: fixture.staff,
    request: REQUEST,
  });
const idOf = async (phone: string) => (await fixture.counter.balance(phone)).id;

/** Until a transaction of this database waits for another's lock. */
async function untilBlocked(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await fixture.owner.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rowCount).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 5 },
  );
}

interface Prepared {
  customerId: string;
  phone: string;
  /** Codes that wait, and one that was used. */
  purchase: { link: string; transactionId: string };
  redemption: { link: string; redemptionId: string };
  used: { transactionId: string };
  second: { id: string; phone: string };
}

async function prepare(): Promise<Prepared> {
  const { counter, phone } = fixture;
  const used = await counter.earn(phone, 20_000);
  const secondPhone = freshPhone();
  await counter.earn(secondPhone, 10_000);
  return {
    customerId: await idOf(phone),
    phone,
    used,
    purchase: await counter.issue(phone, 10_000),
    redemption: await counter.createRedemption(phone, 400),
    second: { id: await idOf(secondPhone), phone: secondPhone },
  };
}

/** The erased record, and what could still move or name it. */
async function expectNobody(customerIds: string[]): Promise<void> {
  const { rows } = await fixture.owner.query(
    `SELECT c.phone, c.name, c.email, c.cashback_balance_cents::int AS cents, s.search_text AS search,
       (SELECT count(*)::int FROM cashback_lots l WHERE l.customer_id = c.id AND l.remaining_cents > 0) AS lots,
       (SELECT count(*)::int FROM transactions t
        WHERE t.customer_id = c.id AND NOT t.qr_scanned AND t.token_expires_at > t.created_at) AS purchases,
       (SELECT count(*)::int FROM redemptions r
        WHERE r.customer_id = c.id AND r.status = 'pending' AND r.canceled_at IS NULL) AS redemptions,
       (SELECT count(*)::int FROM erasures e WHERE c.id = ANY (e.customer_ids)) AS erasures
     FROM customers c JOIN customer_search s ON s.customer_id = c.id WHERE c.id = ANY ($1::uuid[])`,
    [customerIds],
  );
  const nobody = { phone: null, name: null, email: null, search: '', cents: 0, lots: 0 };
  expect(rows).toEqual(customerIds.map(() => ({ ...nobody, purchases: 0, redemptions: 0, erasures: 1 })));
}

async function expectNothingProves(customerId: string): Promise<void> {
  for (const table of TABLES_OF_PROOFS) {
    const { rowCount } = await fixture.owner.query(`SELECT FROM ${table} WHERE customer_id = $1`, [
      customerId,
    ]);
    expect(rowCount, table).toBe(0);
  }
}

/** Something that waits while the customer is being erased, and how it ends then. */
const AFTERWARDS: Record<string, { act: (prepared: Prepared) => Promise<unknown>; ends: object }> = {
  'a purchase': {
    act: ({ phone }) => fixture.counter.issue(phone, 5_000),
    ends: { status: 'fulfilled' },
  },
  'a confirmation': {
    act: ({ purchase }) => fixture.counter.open(purchase),
    ends: { reason: { code: 'invalid_token' } },
  },
  'a confirmed redemption': {
    act: ({ redemption }) => fixture.counter.redeem(redemption),
    ends: { reason: { code: 'invalid_token' } },
  },
  'a new redemption': {
    act: ({ customerId }) =>
      createRedemption(fixture.app, fixture.staff, REQUEST, {
        operationId: randomUUID(),
        customerId,
        amountCents: 100,
      }),
    ends: { reason: { code: 'customer_not_found' } },
  },
  'a merge into it': {
    act: ({ customerId, second }) => merge(customerId, second.id),
    ends: { reason: { code: 'customer_not_found' } },
  },
  'a merge of it into another': {
    act: ({ customerId, second }) => merge(second.id, customerId),
    ends: { reason: { code: 'customer_not_found' } },
  },
  'an edit': {
    act: ({ customerId }) =>
      editCustomer(fixture.app, fixture.staff, REQUEST, { customerId, name: 'Ana Souza' }),
    ends: { reason: { code: 'customer_not_found' } },
  },
  'a corrected phone': {
    act: ({ customerId }) =>
      correctPhone(fixture.app, fixture.staff, REQUEST, { customerId, phone: freshPhone() }),
    ends: { reason: { code: 'customer_not_found' } },
  },
  'a reversed purchase': {
    act: ({ used }) => fixture.counter.reversePurchase(used, 20_000),
    ends: { status: 'fulfilled' },
  },
  'a withdrawn consent': {
    act: ({ customerId }) =>
      withdrawConsent(fixture.app, fixture.staff, REQUEST, { customerId, channel: 'email' }),
    ends: { reason: { code: 'customer_not_found' } },
  },
  // Made without the customer's lock: the sweep deletes them.
  'a device, a code, a PIN and a notice': {
    act: ({ customerId }) => insertProofs(fixture.owner, fixture.staff.merchantId, customerId),
    ends: { status: 'fulfilled' },
  },
  'another erasure': {
    act: ({ customerId }) => erase(customerId),
    ends: { status: 'fulfilled' },
  },
};

function merge(customerId: string, sourceCustomerId: string): Promise<unknown> {
  return mergeCustomers(fixture.app, fixture.staff, REQUEST, {
    operationId: randomUUID(),
    customerId,
    sourceCustomerId,
    reason: 'Mesma pessoa',
  });
}

test.each(Object.entries(AFTERWARDS))(
  '%s that waits for an erasure finds nobody',
  async (_name, { act, ends }) => {
    const prepared = await prepare();
    let acting: Promise<PromiseSettledResult<unknown>[]> | undefined;
    const tenancy = beforeStatement(fixture.app.tenancy, 'insert_erasure', async () => {
      acting = Promise.allSettled([act(prepared)]);
      await untilBlocked();
    });
    await erase(prepared.customerId, { ...fixture.app, tenancy });
    expect(await acting).toMatchObject([ends]);
    await expectNobody([prepared.customerId]);
    await sweepErasures({ ...fixture.app, deliveryRules: { eraseDelayMs: 0 } }, fixture.staff);
    await expectNothingProves(prepared.customerId);
  },
);

test('a sign-up of the same phone that waits for an erasure is a new customer’s', async () => {
  const { customerId, phone } = await prepare();
  let signingUp: Promise<{ isNew: boolean }> | undefined;
  const { signupLinkSlug: slug } = fixture.staff.client.merchant;
  const tenancy = beforeStatement(fixture.app.tenancy, 'insert_erasure', async () => {
    signingUp = signUpCustomer(fixture.app, undefined, REQUEST, { slug, name: 'Ana Souza', phone });
    await untilBlocked();
  });
  await erase(customerId, { ...fixture.app, tenancy });
  expect((await signingUp)?.isNew).toBe(true);
  await expectNobody([customerId]);
  expect(await fixture.counter.balance(phone)).toMatchObject({ name: 'Ana Souza', availableCents: 0 });
});

/** Something that is done when the erasure begins, and not committed yet. */
const BEFOREHAND: Record<
  string,
  { sql: string; values: (prepared: Prepared) => unknown[]; forfeits: number }
> = {
  'a confirmation': {
    sql: "SELECT * FROM confirm_cashback($1, $2, '{}')",
    values: ({ purchase }) => [[sha256(tokenOf(purchase.link))], [null]],
    forfeits: 1_500,
  },
  'a confirmed redemption': {
    sql: "SELECT * FROM confirm_redemption($1, $2, '{}')",
    values: ({ redemption }) => [[sha256(tokenOf(redemption.link))], [null]],
    forfeits: 600,
  },
};

test.each(Object.entries(BEFOREHAND))(
  '%s that an erasure waits for is whole, and given up with the rest',
  async (_name, { sql, values, forfeits }) => {
    const prepared = await prepare();
    await other.query('BEGIN');
    await other.query(`SELECT set_config('app.now', $1, true)`, ['2026-03-10T12:00:00.000Z']);
    await other.query(sql, values(prepared));
    const erasing = erase(prepared.customerId);
    await untilBlocked();
    await other.query('COMMIT');
    expect(await erasing).toMatchObject({ forfeitedCents: forfeits });
    await expectNobody([prepared.customerId]);
  },
);

test.each(['into it', 'of it into another'])(
  'a merge %s that an erasure waits for goes with it',
  async (how) => {
    const { customerId, second } = await prepare();
    const [target, source] = how === 'into it' ? [customerId, second.id] : [second.id, customerId];
    let erasing: Promise<{ customerId: string; forfeitedCents: number }> | undefined;
    const tenancy = beforeStatement(fixture.app.tenancy, 'insert_idempotency_key', async () => {
      erasing = erase(customerId);
      await untilBlocked();
    });
    const { merge: mergeWith } = createCounter({ ...fixture.app, tenancy }, fixture.staff);
    const [phone, sourcePhone] =
      how === 'into it' ? [fixture.phone, second.phone] : [second.phone, fixture.phone];
    await mergeWith(phone, sourcePhone);
    expect(await erasing).toMatchObject({ customerId: target, forfeitedCents: 1_500 });
    await expectNobody([target, source]);
  },
);
