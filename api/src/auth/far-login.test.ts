import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertNumbers } from 'domain/alerts';
import { useDatabaseFixture } from 'testing/database-fixture';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock, HOUR_MS, MINUTE_MS } from '../test/money-app.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';
import { writePlaces } from '../test/write-places.ts';

const fixture = useDatabaseFixture();
const folder = mkdtempSync(join(tmpdir(), 'places-'));
const clock = createMovableClock(new Date());
let server: InProcessServer;
let merchant: Merchant;

const SAO_PAULO = '198.51.100.7';
const CAMPINAS = '203.0.113.9';
const MANAUS = '192.0.2.40';

beforeAll(async () => {
  const places = join(folder, 'cities.mmdb');
  writePlaces(places, {
    192: { city: 'Manaus', state: 'AM', country: 'BR', latitude: -3.119, longitude: -60.0217 },
    198: { city: 'São Paulo', state: 'SP', country: 'BR', latitude: -23.5505, longitude: -46.6333 },
    203: { city: 'Campinas', state: 'SP', country: 'BR', latitude: -22.9056, longitude: -47.0608 },
  });
  server = await startInProcessServer(fixture.database.appUrl, { clock, env: { PLACES_DATABASE: places } });
});

beforeEach(async () => {
  // Audit entries are dated by the real clock.
  clock.set(new Date());
  merchant = await createMerchant(server.app, fixture.owner);
  await fixture.owner.query('UPDATE merchants SET time_zone = $2 WHERE id = $1', [
    merchant.merchantId,
    zoneAtNoon(),
  ]);
  await fixture.owner.query('DELETE FROM sessions');
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** There the next hours are of one day, as alerts count them. POSIX signs: west is positive. */
function zoneAtNoon(): string {
  const west = clock.now().getUTCHours() - 12;
  return `Etc/GMT${west < 0 ? west : `+${west}`}`;
}

/** Signs the owner in; returns the cookies of the browser. */
async function logIn(ip: string, cookie?: string): Promise<string> {
  const input = { email: merchant.ownerEmail, password: TEST_PASSWORD };
  const answer = await server.client.call('auth.startLogin', input, { ip, ...(cookie && { cookie }) });
  expect(answer.status).toBe(200);
  return (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
}

interface Written {
  rule: string;
  by: string;
  numbers: AlertNumbers;
  state: string;
}
async function alerts(): Promise<Written[]> {
  const { rows } = await fixture.owner.query<Written>(
    `SELECT a.rule, e.email AS by, a.numbers, a.state FROM alerts a JOIN employees e ON e.id = a.employee_id
     WHERE a.merchant_id = $1 AND a.rule = 'far_login'`,
    [merchant.merchantId],
  );
  return rows;
}

test('a new device two hours later and 2,700 km away is an alert, which the owner reads', async () => {
  const cookie = await logIn(SAO_PAULO);
  clock.advance(2 * HOUR_MS);
  await logIn(MANAUS);
  const numbers = { km: 2689, minutes: 120, place: 'Manaus, AM', placeBefore: 'São Paulo, SP' };
  expect(await alerts()).toEqual([{ rule: 'far_login', by: merchant.ownerEmail, numbers, state: 'open' }]);
  const { rows } = await fixture.owner.query("SELECT id FROM alerts WHERE rule = 'far_login'");
  const shown = await server.client.query('alerts.show', rows[0], { cookie });
  expect(shown.data).toMatchObject({ numbers, movements: 0, customer: null, purchases: [] });
  const sessions = await server.client.query('auth.sessions', undefined, { cookie });
  const places = sessions.data.sessions.map(({ place }: { place: string }) => place);
  expect(places.sort()).toEqual(['Manaus, AM', 'São Paulo, SP']);
});

test('a session that was ended counts as well, and a second far login opens the alert again', async () => {
  const cookie = await logIn(SAO_PAULO);
  await server.client.call('auth.logout', {}, { cookie });
  clock.advance(HOUR_MS);
  await logIn(MANAUS);
  expect(await alerts()).toMatchObject([{ numbers: { placeBefore: 'São Paulo, SP' } }]);
  await fixture.owner.query(
    `UPDATE alerts SET state = 'settled', closed_at = now(), closed_by = employee_id`,
  );
  clock.advance(HOUR_MS);
  await logIn(SAO_PAULO);
  expect(await alerts()).toMatchObject([{ state: 'open', numbers: { placeBefore: 'Manaus, AM' } }]);
});

test('a tablet was last used five minutes before its session would end', async () => {
  await logIn(SAO_PAULO);
  clock.advance(13 * HOUR_MS);
  const { rowCount } = await fixture.owner.query(
    `WITH tablet AS (
       INSERT INTO counter_tablets (merchant_id, id, name, registered_by, created_at, token_hash)
       SELECT merchant_id, gen_random_uuid(), 'Balcão', id, $2, sha256('x') FROM employees WHERE email = $1
       RETURNING id, registered_by)
     UPDATE sessions SET tablet_id = tablet.id, expires_at = $2::timestamptz + interval '5 minutes' FROM tablet
     WHERE employee_id = tablet.registered_by`,
    [merchant.ownerEmail, clock.now()],
  );
  expect(rowCount).toBe(1);
  clock.advance(4 * MINUTE_MS);
  await logIn(MANAUS);
  expect(await alerts()).toMatchObject([{ numbers: { minutes: 4, placeBefore: 'São Paulo, SP' } }]);
});

test.each([
  ['a known device', async (cookie: string) => void (await logIn(MANAUS, cookie))],
  ['a city nearby', async () => void (await logIn(CAMPINAS))],
  ['an address without a place', async () => void (await logIn('127.0.0.1'))],
  [
    'the time of a flight',
    async () => {
      clock.advance(4 * HOUR_MS);
      await logIn(MANAUS);
    },
  ],
])('%s is no alert', async (_what, logInAgain) => {
  const cookie = await logIn(SAO_PAULO);
  await logInAgain(cookie);
  expect(await alerts()).toEqual([]);
});
