import { freshIp } from 'testing/http-client';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { PHONE_LOOKUPS_OF_MERCHANT, PHONE_LOOKUPS_OF_PLATFORM } from '../../limits/call-limits.ts';
import { address, CALLERS, SHARED_RULES, usePhoneWalks, WAYS, walk } from './phone-walks.ts';

const walks = usePhoneWalks();
/** Far enough to pass each limit by a multiple. */
const CALLS = 10_000;

test.each(CALLERS)(`${CALLS} phones walked from %s: %i are answered`, async (_who, answered, start) => {
  expect((await walk(walks, start(walks), CALLS)).answered).toBe(answered);
});

test('phones of one merchant, from as many IPv6 networks as IPv4 addresses: each is answered its few', async () => {
  const ips = [
    // The worst there is: no two share a wider network.
    ...Array.from({ length: CALLS / 10 }, (_, index) => `2001:db8:${(index + 4_096).toString(16)}::1`),
    ...Array.from({ length: CALLS / 10 }, () => freshIp()),
  ];
  const ways = [WAYS["by a merchant's slug"], WAYS["on a merchant's host"], WAYS["on a merchant's domain"]];
  const { answered } = await walk(
    walks,
    (phone, index) =>
      (ways[index % ways.length] as (typeof ways)[number])(walks, phone, ips[index % ips.length] ?? ''),
    CALLS,
  );
  expect(answered).toBe(PHONE_LOOKUPS_OF_MERCHANT.perAddress.limit * ips.length);
});

test.each(SHARED_RULES)(
  '%s: once thirty addresses filled the count, others have a few',
  async (_what, rules, ask) => {
    const { limit } = rules.threshold;
    const filling = await walk(
      walks,
      (_phone, index) => ask(walks, address(Math.floor(index / 20), 1)),
      limit,
    );
    expect(filling.answered).toBe(limit);
    expect((await ask(walks, address(0, 1))).status).toBe(429);
    const visitor = freshIp();
    expect((await walk(walks, () => ask(walks, visitor), 30)).answered).toBe(rules.perAddress.limit);
  },
);

test('look-ups that name no merchant stop for all callers at 6,000', async () => {
  const { limit } = PHONE_LOOKUPS_OF_PLATFORM.everybody;
  const look = (ip: string) => WAYS['on the platform'](walks, freshPhone(), ip);
  const first = await walk(walks, (_phone, index) => look(address(index % 1_024, 1)), 4_000);
  expect(first.answered).toBe(4_000);
  const more = await walk(
    walks,
    (_phone, index) => look(`2001:db8:${(index + 256).toString(16)}::1`),
    limit - 4_000 + 500,
  );
  expect(more.answered).toBe(limit - 4_000);
});
