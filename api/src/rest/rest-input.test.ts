import fc from 'fast-check';
import type { RestAnswer } from 'testing/rest-caller';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { brokenJson, fuzzedInput } from '../test/fuzz/inputs.ts';
import { expectDecent } from '../test/fuzz/oracle.ts';
import { createCounter } from '../test/money-app.ts';
import { useRestFixture } from '../test/rest-fixture.ts';
import { fingerprint } from '../test/tenant-rows.ts';

const fixture = useRestFixture();
let staff: StaffSession;
let key: string;
let posts: { path: string; body: Record<string, unknown> }[];

beforeAll(async () => {
  staff = await fixture.createMerchant();
  key = await fixture.createKey(staff);
  const counter = createCounter(fixture.server.app, staff);
  const phone = freshPhone();
  const purchase = await counter.earn(phone, 1_000_000);
  const { redemptionId } = await counter.spend(phone, 100);
  // The note that the key was used is written once a minute, and the clock stands still.
  await fixture.rest.get(`/purchases/${purchase.transactionId}`, { key });
  posts = [
    { path: '/purchases', body: { phone, amountCents: 1_000 } },
    { path: `/purchases/${purchase.transactionId}/reversals`, body: { amountCents: 1, reason: 'Engano' } },
    { path: '/redemptions', body: { phone, amountCents: 1, purchaseAmountCents: 1_000 } },
    { path: `/redemptions/${redemptionId}/reversals`, body: { reason: 'Engano' } },
  ];
});

// The limit on calls is another test's matter.
beforeEach(() => fixture.clock.advance(1));

/** Answered with this status and code by every address, and nothing was stored. */
async function expectAllRefused(
  send: (post: (typeof posts)[number]) => Promise<RestAnswer>,
  outcome: [number, string],
): Promise<void> {
  const before = await fingerprint(fixture.owner, staff.merchantId);
  for (const post of posts) expect((await send(post)).outcome, post.path).toEqual(outcome);
  expect(await fingerprint(fixture.owner, staff.merchantId)).toEqual(before);
}

describe('a body', () => {
  test.each([
    ['a key that is not described', '"x":1'],
    ['a merchant', '"merchantId":"00000000-0000-0000-0000-000000000000"'],
    ['a request id', '"operationId":"3f2c9a54-7d1e-4b86-9c0a-5e8d4f6b7a21"'],
    ['a prototype', '"__proto__":{"amountCents":1}'],
    ['an escaped prototype', '"\\u005f_proto__":1'],
    ['a constructor', '"constructor":{}'],
    ['a rate', '"rateBasisPoints":10000'],
  ])('with %s is refused', async (_what, extra) => {
    await expectAllRefused(
      ({ path, body }) =>
        fixture.rest.call('POST', path, { key, rawBody: `${JSON.stringify(body).slice(0, -1)},${extra}}` }),
      [400, 'bad_request'],
    );
  });

  test.each(['', 'null', '[]', '1', '"x"', '{', '{"phone":', '\u0000'])(
    'of %j is refused',
    async (rawBody) => {
      await expectAllRefused(
        ({ path }) => fixture.rest.call('POST', path, { key, rawBody }),
        [400, 'bad_request'],
      );
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    '',
  ])('of the kind %j is refused', async (type) => {
    await expectAllRefused(
      ({ path, body }) => fixture.rest.post(path, body, { key, headers: { 'content-type': type } }),
      [415, 'not_json'],
    );
  });

  test('that is too large is refused, and is not read without a key', async () => {
    const rawBody = JSON.stringify({ reason: 'x'.repeat(20_000) });
    await expectAllRefused(
      ({ path }) => fixture.rest.call('POST', path, { key, rawBody }),
      [413, 'body_too_large'],
    );
    await expectAllRefused(
      ({ path }) => fixture.rest.call('POST', path, { rawBody }),
      [401, 'invalid_api_key'],
    );
  });
});

const AMOUNTS = ['0', '-1', '1.5', '1e309', '-0', '"100"', 'null', 'true', '[1]', '{}', '1000000001', '1e21'];

test('an amount is a whole number of centavos above zero, and the sentence stands beside its field', async () => {
  const before = await fingerprint(fixture.owner, staff.merchantId);
  for (const amount of AMOUNTS)
    for (const { path, body } of posts.slice(0, 3)) {
      const rawBody = JSON.stringify({ ...body, amountCents: '@' }).replace('"@"', amount);
      const answer = await fixture.rest.call('POST', path, { key, rawBody });
      expect(answer.outcome, `${path} ${amount}`).toEqual([400, 'bad_request']);
      expect(Object.keys(answer.body.error.fields), `${path} ${amount}`).toEqual(['amountCents']);
      expect(answer.body.error.message).toBe(answer.body.error.fields.amountCents);
    }
  expect(await fingerprint(fixture.owner, staff.merchantId)).toEqual(before);
});

test.each([
  '+1 305 555 0123',
  '+598 94 123 456',
  '+33 6 12 34 56 78',
  '(11) 3265-4321/5',
  '1198765432I',
  '123.456.789-09',
])('%j is nobody’s phone here, and the sentence stands beside its field', async (phone) => {
  const before = await fingerprint(fixture.owner, staff.merchantId);
  for (const { path, body } of posts.filter(({ body }) => 'phone' in body)) {
    const answer = await fixture.rest.post(path, { ...body, phone }, { key });
    expect([...answer.outcome, ...Object.keys(answer.body.error.fields)]).toEqual([
      400,
      'bad_request',
      'phone',
    ]);
  }
  expect((await fixture.rest.get(`/customers?phone=${encodeURIComponent(phone)}`, { key })).outcome).toEqual([
    400,
    'bad_request',
  ]);
  expect(await fingerprint(fixture.owner, staff.merchantId)).toEqual(before);
});

test('text that PostgreSQL could not hold, or that is none, is refused', async () => {
  for (const reason of ['a\u0000b', '\u0000', '  ', 'ab', 'x'.repeat(201), 1, null, ['Engano'], { not: '' }])
    for (const { path, body } of posts.filter((post) => 'reason' in post.body)) {
      const answer = await fixture.rest.post(path, { ...body, reason }, { key });
      expect(answer.outcome, String(reason)).toEqual([400, 'bad_request']);
    }
  for (const phone of [
    '',
    '1',
    '0198765432',
    'a'.repeat(11),
    '1198765432\u0000',
    11_987_654_321,
    { not: '' },
  ])
    expect((await fixture.rest.post('/purchases', { phone, amountCents: 1 }, { key })).outcome).toEqual([
      400,
      'bad_request',
    ]);
});

test('an address is refused where its id or its query is not what is described', async () => {
  const addresses = [
    '/purchases/1',
    '/purchases/%00',
    `/purchases/${'a'.repeat(900)}`,
    '/redemptions/__proto__',
    '/customers',
    '/customers?phone=',
    '/customers?phone=1',
    '/customers?phone=11987654321&phone=11987654322',
    '/customers?phone=11987654321&name=Ana',
    '/customers?phone[]=11987654321',
    '/customers?phone=11987654321%00',
    '/customers?phone=11987654321&__proto__=1',
  ];
  for (const address of addresses)
    expect((await fixture.rest.get(address, { key })).outcome, address).toEqual([400, 'bad_request']);
});

test('random bodies: never an error of ours, never a word from inside', async () => {
  const neighbor = await fixture.createMerchant();
  const before = await fingerprint(fixture.owner, neighbor.merchantId);
  for (const { path, body } of posts) {
    const json = fuzzedInput(body);
    const sent = fc.oneof({ weight: 9, arbitrary: json }, { weight: 1, arbitrary: json.chain(brokenJson) });
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: 8, maxLength: 8 }), async (texts) => {
        fixture.clock.advance(60_000);
        await Promise.all(
          texts.map(async (rawBody) => {
            const answer = await fixture.rest.call('POST', path, { key, rawBody });
            expectDecent(answer, `${path} ${rawBody}`);
          }),
        );
      }),
      { numRuns: 10 },
    );
  }
  expect(await fingerprint(fixture.owner, neighbor.merchantId)).toEqual(before);
});
