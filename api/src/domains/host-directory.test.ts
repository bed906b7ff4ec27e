import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPool } from '../lib/database.ts';
import { createTenancy, type Tenancy } from '../tenant.ts';
import { insertMerchant } from '../test/money-app.ts';
import { createAskedNames } from './asked-names.ts';
import { createHostDirectory, type HostDirectory } from './host-directory.ts';

const fixture = useDatabaseFixture();
const log = { warn: () => undefined, info: () => undefined };
let pool: pg.Pool;
let tenancy: Tenancy;
const open: HostDirectory[] = [];

beforeAll(() => {
  pool = openPool(fixture.database.appUrl, { connections: 4 }, () => undefined);
  tenancy = createTenancy(pool);
});
afterAll(async () => {
  await Promise.all(open.map((directory) => directory.stop()));
  await pool.end();
});

// Caches and limits of the names below go by this clock, which stands still.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function start(options: Parameters<typeof createHostDirectory>[2] = {}, through = tenancy): HostDirectory {
  const directory = createHostDirectory({ tenancy: through, log }, 'clube.example', {
    everyMs: 60_000,
    ...options,
  });
  open.push(directory);
  return directory;
}

/** Makes the directory read again, now. */
async function readAgain(directory: HostDirectory): Promise<void> {
  const name = `${randomUUID()}.example`;
  directory.forget(name);
  await expect.poll(() => directory.isInDoubt(name), { interval: 5 }).toBe(false);
}

const hostOf = (merchant: { client: { merchant: { signupLinkSlug: string } } }) =>
  `${merchant.client.merchant.signupLinkSlug}.clube.example`;

async function giveDomain(merchantId: string, domain: string | null, status: string | null): Promise<void> {
  await fixture.owner.query(
    'UPDATE merchants SET custom_domain = $2, custom_domain_status = $3 WHERE id = $1',
    [merchantId, domain, status],
  );
}

test('every active merchant is there after the first read, across pages; pending claims are not', async () => {
  const merchants = [];
  for (let number = 0; number < 7; number += 1) merchants.push(await insertMerchant(fixture.owner));
  // As a migration stamps them: all at one moment, so that only the id separates pages.
  await fixture.owner.query("UPDATE merchants SET hosts_changed_at = '2026-01-01T00:00:00.123456Z'");
  const waiting = `${randomUUID()}.com.br`;
  await giveDomain(merchants[0]?.merchantId ?? '', waiting, 'waiting');
  const directory = start({ pageLength: 2 });
  expect(directory.isLoaded()).toBe(false);
  await directory.start();
  expect(directory.isLoaded()).toBe(true);
  for (const merchant of merchants) expect(directory.find(hostOf(merchant))).toBe(merchant.merchantId);
  expect(directory.find(waiting)).toBeUndefined();
});

test('each kind of change is seen at the next read: signup, slug, domain, status, deactivation', async () => {
  const directory = start();
  await directory.start();
  const merchant = await insertMerchant(fixture.owner);
  const [domain, slug] = [`${randomUUID()}.com.br`, `nova-${randomUUID()}`];
  const seen = () => [hostOf(merchant), `${slug}.clube.example`, domain].map((name) => directory.find(name));
  const id = merchant.merchantId;
  expect(seen()).toEqual([undefined, undefined, undefined]);
  await readAgain(directory);
  expect(seen()).toEqual([id, undefined, undefined]);
  await fixture.owner.query('UPDATE merchants SET signup_link_slug = $2 WHERE id = $1', [id, slug]);
  await readAgain(directory);
  expect(seen(), 'a former slug stays').toEqual([id, id, undefined]);
  await giveDomain(id, domain, 'waiting');
  await readAgain(directory);
  expect(seen()).toEqual([id, id, undefined]);
  await giveDomain(id, domain, 'verified');
  await readAgain(directory);
  expect(seen()).toEqual([id, id, id]);
  await giveDomain(id, domain, 'failed');
  await readAgain(directory);
  expect(seen()).toEqual([id, id, undefined]);
  await fixture.owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [id]);
  await readAgain(directory);
  expect(seen()).toEqual([undefined, undefined, undefined]);
  await fixture.owner.query('UPDATE merchants SET is_active = true WHERE id = $1', [id]);
  await readAgain(directory);
  expect(seen()).toEqual([id, id, undefined]);
});

test('a slug inserted as a row of its own is seen', async () => {
  const merchant = await insertMerchant(fixture.owner);
  const directory = start();
  await directory.start();
  const slug = `extra-${randomUUID()}`;
  await fixture.owner.query('INSERT INTO merchant_slugs (merchant_id, signup_link_slug) VALUES ($1, $2)', [
    merchant.merchantId,
    slug,
  ]);
  await readAgain(directory);
  expect(directory.find(`${slug}.clube.example`)).toBe(merchant.merchantId);
});

test('a change committed late, after others with later stamps, is not missed', async () => {
  const [late, early] = [await insertMerchant(fixture.owner), await insertMerchant(fixture.owner)];
  const directory = start();
  await directory.start();
  const client = new pg.Client({ connectionString: fixture.database.ownerUrl });
  await client.connect();
  const domain = `${randomUUID()}.com.br`;
  await client.query('BEGIN');
  await client.query(
    "UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified' WHERE id = $1",
    [late.merchantId, domain],
  );
  const other = `${randomUUID()}.com.br`;
  await giveDomain(early.merchantId, other, 'verified');
  await readAgain(directory);
  expect([directory.find(other), directory.find(domain)]).toEqual([early.merchantId, undefined]);
  await client.query('COMMIT');
  await client.end();
  await readAgain(directory);
  expect(directory.find(domain)).toBe(late.merchantId);
});

test('unchanged names are not read again, once the overlap has passed', async () => {
  await fixture.owner.query("UPDATE merchants SET hosts_changed_at = now() - interval '5 minutes'");
  const rows: number[] = [];
  const counting: Tenancy = {
    ...tenancy,
    async lookup(statement, values) {
      const found = await tenancy.lookup(statement, values);
      rows.push(found.filter((row) => (row as { merchant_id: unknown }).merchant_id !== null).length);
      return found as never;
    },
  };
  const directory = start({}, counting);
  await directory.start();
  expect(rows[0]).toBeGreaterThan(5);
  await readAgain(directory);
  expect(rows.slice(1)).toEqual([0]);
});

test('a deleted merchant goes with the next full read, and until then nothing else does', async () => {
  const [gone, stays] = [await insertMerchant(fixture.owner), await insertMerchant(fixture.owner)];
  const directory = start({ reloadMs: 900_000, pageLength: 3 });
  await directory.start();
  await fixture.owner.query('DELETE FROM employees WHERE merchant_id = $1', [gone.merchantId]);
  await fixture.owner.query('DELETE FROM merchant_slugs WHERE merchant_id = $1', [gone.merchantId]);
  await fixture.owner.query('DELETE FROM rollup_states WHERE merchant_id = $1', [gone.merchantId]);
  await fixture.owner.query('DELETE FROM program_rules WHERE merchant_id = $1', [gone.merchantId]);
  await fixture.owner.query('DELETE FROM merchants WHERE id = $1', [gone.merchantId]);
  vi.advanceTimersByTime(899_999);
  await readAgain(directory);
  expect(directory.find(hostOf(gone))).toBe(gone.merchantId);
  vi.advanceTimersByTime(1);
  await readAgain(directory);
  expect([directory.find(hostOf(gone)), directory.find(hostOf(stays))]).toEqual([
    undefined,
    stays.merchantId,
  ]);
});

test('while the database is away memory goes on answering, and reading resumes by itself', async () => {
  const merchant = await insertMerchant(fixture.owner);
  let isAway = false;
  let failures = 0;
  const warnings: unknown[] = [];
  const through: Tenancy = {
    ...tenancy,
    lookup: (statement, values) => {
      if (isAway) {
        failures += 1;
        return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
      }
      return tenancy.lookup(statement, values);
    },
  };
  const watched = { ...log, warn: (...words: unknown[]) => void warnings.push(words) };
  const directory = createHostDirectory({ tenancy: through, log: watched }, 'clube.example', { everyMs: 10 });
  open.push(directory);
  await directory.start();
  isAway = true;
  await expect.poll(() => failures).toBeGreaterThan(3);
  expect(directory.find(hostOf(merchant))).toBe(merchant.merchantId);
  expect(warnings, 'one outage is one line').toHaveLength(1);
  const later = await insertMerchant(fixture.owner);
  isAway = false;
  await expect.poll(() => directory.find(hostOf(later))).toBe(later.merchantId);
});

test('a read that began before a change does not settle the doubt about it', async () => {
  const merchant = await insertMerchant(fixture.owner);
  let release: (() => void) | undefined;
  let holds = false;
  const slow: Tenancy = {
    ...tenancy,
    async lookup(statement, values) {
      const found = await tenancy.lookup(statement, values);
      if (holds) await new Promise<void>((resolve) => (release = resolve));
      return found as never;
    },
  };
  const directory = start({}, slow);
  await directory.start();
  holds = true;
  directory.forget('anything.example');
  await expect.poll(() => release).toBeDefined();
  directory.forget(hostOf(merchant));
  const endFirst = release;
  release = undefined;
  endFirst?.();
  await expect.poll(() => release).toBeDefined();
  expect([directory.isInDoubt('anything.example'), directory.isInDoubt(hostOf(merchant))]).toEqual([
    false,
    true,
  ]);
  holds = false;
  (release as (() => void) | undefined)?.();
  await expect.poll(() => directory.isInDoubt(hostOf(merchant))).toBe(false);
});

function askedOver(
  ask: (hostname: string) => Promise<string | undefined>,
  directory: { found?: Record<string, string>; doubted?: string[]; isLoaded?: boolean } = {},
) {
  return createAskedNames(ask, {
    find: (name) => directory.found?.[name],
    isInDoubt: (name) => directory.doubted?.includes(name) ?? false,
    isLoaded: () => directory.isLoaded ?? true,
  });
}

test('a name in memory costs no query; one in doubt or unknown costs one for all concurrent requests', async () => {
  let asks = 0;
  const ask = async (name: string) => {
    asks += 1;
    await nextTurn();
    return name === 'doubted' ? 'new' : undefined;
  };
  const names = askedOver(ask, { found: { known: 'a', doubted: 'old' }, doubted: ['doubted'] });
  const ten = (name: string) => Promise.all(Array.from({ length: 10 }, () => names.find(name)));
  expect(await ten('known')).toEqual(Array(10).fill('a'));
  expect(asks).toBe(0);
  expect(await ten('doubted')).toEqual(Array(10).fill('new'));
  expect(await ten('unknown')).toEqual(Array(10).fill(undefined));
  expect(await ten('unknown')).toEqual(Array(10).fill(undefined));
  expect(asks).toBe(2);
  names.forget('unknown');
  await names.find('unknown');
  expect(asks).toBe(3);
});

test('an answer from before a change is not cached after it', async () => {
  let owner: string | undefined = 'before';
  const names = askedOver(async () => {
    const answer = owner;
    await nextTurn();
    return answer;
  });
  const asking = names.find('name');
  owner = undefined;
  names.forget('name');
  expect(await asking).toBe('before');
  expect(await names.find('name')).toBeUndefined();
});

test('a flood of unknown names causes two hundred queries a second at most, a few at once', async () => {
  let [asks, atOnce, most] = [0, 0, 0];
  const names = askedOver(async () => {
    asks += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await nextTurn();
    atOnce -= 1;
    return undefined;
  });
  for (let second = 1; second <= 3; second += 1) {
    for (let round = 0; round < 60; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, (_, number) => names.find(`${second}-${round}-${number}.example`)),
      );
    expect(asks).toBe(200 * second);
    vi.advanceTimersByTime(1_000);
  }
  expect(most).toBe(4);
});

test('while the database is away or silent, unknown names stay unknown; before memory is filled it is an error', async () => {
  const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  expect(await askedOver(away).find('name')).toBeUndefined();
  expect(await askedOver(away, { found: { name: 'a' }, doubted: ['name'] }).find('name')).toBe('a');
  await expect(askedOver(away, { isLoaded: false }).find('name')).rejects.toThrow('away');
  const bug = () => Promise.reject(new Error('bug'));
  await expect(askedOver(bug).find('name')).rejects.toThrow('bug');
  const silent = askedOver(() => new Promise(() => undefined));
  expect(await silent.find('name')).toBeUndefined();
});
