import { readFile } from 'node:fs/promises';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { type Counter, createCounter, createMovableClock, insertMerchant } from '../test/money-app.ts';
import { createConfirmationTraces } from './confirmation-traces.ts';

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone)', 'accept-language': 'pt-BR' };
const fixture = useDatabaseFixture();
// Near the database's own: the query of docs/operating.md looks at the last days.
const clock = createMovableClock(new Date());
let server: InProcessServer;
let counters: Counter[];

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  const merchants = await Promise.all([insertMerchant(fixture.owner), insertMerchant(fixture.owner)]);
  counters = merchants.map((staff) => createCounter(server.app, staff));
});
afterAll(() => server?.close());

async function confirm(
  kind: 'cashback' | 'redemptions',
  link: string,
  { ip = '203.0.113.77', headers = PHONE }: { ip?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const answer = await server.client.call(`${kind}.confirm`, { token: tokenOf(link) }, { ip, headers });
  return answer.status;
}

interface Trace {
  kind: string;
  network: string;
  device: string;
  delay_ms: number;
}

async function tracesOf(...sourceIds: string[]): Promise<Trace[]> {
  await server.app.confirmationTraces.idle();
  const { rows } = await fixture.owner.query<Trace>(
    `SELECT kind, network, encode(device_hash, 'hex') AS device, delay_ms::int
     FROM confirmation_traces WHERE source_id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], source_id)`,
    [sourceIds],
  );
  return rows;
}

test('a confirmation leaves network, device and delay, of a purchase and of a redemption', async () => {
  const [counter] = counters as [Counter];
  const phone = freshPhone();
  const purchase = await counter.issue(phone, 10_000);
  clock.advance(90_300);
  expect(await confirm('cashback', purchase.link)).toBe(200);
  const redemption = await counter.createRedemption(phone, 100);
  clock.advance(7);
  expect(await confirm('redemptions', redemption.link, { ip: '2001:db8:1:2:3::4' })).toBe(200);
  const [first, second] = await tracesOf(purchase.transactionId, redemption.redemptionId);
  expect([first?.kind, first?.network, second?.kind, second?.network]).toEqual([
    'cashback',
    '203.0.113.0/24',
    'redemption',
    '2001:db8:1:2::/64',
  ]);
  // From the purchase's whole millisecond to the confirmation's microsecond, rounded.
  expect([first?.delay_ms, second?.delay_ms]).toEqual([90_301, 8]);
  expect(second?.device).toBe(first?.device);
});

test('the query that docs/operating.md has for them tells who confirmed fast and from the same network', async () => {
  const staff = await insertMerchant(fixture.owner);
  const counter = createCounter(server.app, staff);
  const [near, far] = [await counter.issue(freshPhone(), 10_000), await counter.issue(freshPhone(), 10_000)];
  // The fixture's counter sells from this address.
  await confirm('cashback', near.link, { ip: '127.0.0.1' });
  await confirm('cashback', far.link, { headers: { 'user-agent': 'another' } });
  await server.app.confirmationTraces.idle();
  const page = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const query = /```sql\n(SELECT e\.name, t\.kind[^`]+)```/.exec(page)?.[1] ?? '';
  const { rows } = await fixture.owner.query(query.replace('…', staff.merchantId));
  expect(rows).toMatchObject([
    { name: 'Maria', kind: 'cashback', confirmed: 2, devices: 2, from_the_same_network: 1 },
  ]);
});

test('a repeat leaves none: the trace stays that of who confirmed', async () => {
  const [counter] = counters as [Counter];
  const purchase = await counter.issue(freshPhone(), 10_000);
  await confirm('cashback', purchase.link);
  const before = await tracesOf(purchase.transactionId);
  await confirm('cashback', purchase.link, { ip: '198.51.100.1', headers: { 'user-agent': 'another' } });
  expect(await tracesOf(purchase.transactionId)).toEqual(before);
  expect(before).toHaveLength(1);
});

test('one device is one at a merchant, and at two merchants cannot be known for the same', async () => {
  const purchases = await Promise.all(counters.map((counter) => counter.issue(freshPhone(), 10_000)));
  const again = await (counters[0] as Counter).issue(freshPhone(), 10_000);
  const other = await (counters[0] as Counter).issue(freshPhone(), 10_000);
  await Promise.all([...purchases, again].map(({ link }) => confirm('cashback', link)));
  await confirm('cashback', other.link, { headers: { ...PHONE, 'user-agent': 'Mozilla/5.0 (Android)' } });
  const ids = [...purchases, again, other].map((purchase) => purchase.transactionId);
  const [here, there, hereAgain, otherDevice] = (await tracesOf(...ids)).map((trace) => trace.device);
  expect(here).toMatch(/^[0-9a-f]{32}$/);
  expect(hereAgain).toBe(here);
  expect(there).not.toBe(here);
  expect(otherDevice).not.toBe(here);
});

test('a trace that cannot be written fails nothing and is said once for all that were lost', async () => {
  const warned: object[] = [];
  const traces = createConfirmationTraces({
    tenancy: { withoutTenant: () => Promise.reject(new Error('the database is away')) },
    tokenSecrets: ['x'.repeat(32)],
    log: { warn: (line: object) => void warned.push(line) } as never,
  });
  const confirmed = {
    merchantId: crypto.randomUUID(),
    sourceId: crypto.randomUUID(),
    kind: 'cashback',
  } as const;
  for (let count = 0; count < 10; count += 1)
    traces.record(confirmed, { network: '203.0.113.0/24', deviceTraits: 'test' });
  await traces.idle();
  expect(warned).toMatchObject([{ traces: 10 }]);
});

test('of what cannot be written for long, no more than some thousands wait', async () => {
  let open: (() => void) | undefined;
  const written: number[] = [];
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  const traces = createConfirmationTraces({
    tenancy: {
      withoutTenant: async (_statement, [, merchantIds]) => {
        await isOpen;
        written.push((merchantIds as string[]).length);
        return [];
      },
    },
    tokenSecrets: ['x'.repeat(32)],
    log: server.app.log,
  });
  const confirmed = {
    merchantId: crypto.randomUUID(),
    sourceId: crypto.randomUUID(),
    kind: 'cashback',
  } as const;
  for (let count = 0; count < 20_000; count += 1)
    traces.record(confirmed, { network: '203.0.113.0/24', deviceTraits: 'test' });
  open?.();
  await traces.idle();
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(5_000);
  expect(Math.max(...written)).toBe(500);
});
