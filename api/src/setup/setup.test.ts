import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { saveCashbackSettings } from '../merchants/save-cashback-settings.ts';
import { showCashbackSettings } from '../merchants/show-cashback-settings.ts';
import { insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { markSetup } from './mark-setup.ts';
import { showSetup } from './show-setup.ts';

const fixture = useMoneyFixture();
const NOTHING = { rules: false, brand: false, poster: false, team: false, trial: false };

const show = () => showSetup(fixture.app, fixture.staff.merchantId);
const mark = (...[name]: [Parameters<typeof markSetup>[1]]) =>
  fixture.app.tenancy.withTenant(fixture.staff.merchantId, (tx) => markSetup(tx, name));
const setMerchant = (assignment: string) =>
  fixture.owner.query(`UPDATE merchants SET ${assignment} WHERE id = $1`, [fixture.staff.merchantId]);

test('a new merchant has done nothing yet', async () => {
  expect(await show()).toEqual({ steps: NOTHING, isDismissed: false, rateBasisPoints: 500 });
});

test('each step ticks by what was done, and by nothing else', async () => {
  await mark('rules');
  expect((await show()).steps).toEqual({ ...NOTHING, rules: true });
  await setMerchant(`brand_color = '#aa0000'`);
  expect((await show()).steps).toEqual({ ...NOTHING, rules: true, brand: true });
  await mark('poster');
  expect((await show()).steps).toEqual({ ...NOTHING, rules: true, brand: true, poster: true });
  await mark('alone');
  expect((await show()).steps).toEqual({ rules: true, brand: true, poster: true, team: true, trial: false });
  await mark('trial');
  expect(await show()).toMatchObject({ steps: { team: true, trial: true }, isDismissed: false });
  await mark('dismissed');
  expect(await show()).toMatchObject({ isDismissed: true });
});

test('a logo, a second employee and a confirmed purchase tick their steps; an unconfirmed one does not', async () => {
  const { owner, staff, counter, phone } = fixture;
  await setMerchant(`logo_url = 'https://loja.example/logo.png'`);
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role) VALUES ($1, $2, 'Ana', $3, 'operator')`,
    [staff.merchantId, randomUUID(), `${randomUUID()}@loja.example`],
  );
  await counter.issue(phone, 10_000);
  expect((await show()).steps).toEqual({ ...NOTHING, brand: true, team: true });
  await counter.earn(phone, 10_000);
  expect((await show()).steps).toEqual({ ...NOTHING, brand: true, team: true, trial: true });
});

test('saving the rules ticks their step, also unchanged', async () => {
  const { app, staff } = fixture;
  const settings = await showCashbackSettings(app, staff.merchantId);
  await saveCashbackSettings(app, staff, { ip: '203.0.113.7' }, settings);
  expect((await show()).steps).toEqual({ ...NOTHING, rules: true });
});

test('a mark keeps its first moment, and is one merchant of all', async () => {
  const { owner, staff } = fixture;
  const neighbor = await insertMerchant(owner);
  await mark('poster');
  const read = async (id: string) =>
    (await owner.query('SELECT setup_poster_at AS at FROM merchants WHERE id = $1', [id])).rows[0].at;
  const first = await read(staff.merchantId);
  clock.advance(60_000);
  await mark('poster');
  expect(await read(staff.merchantId)).toEqual(first);
  expect(await read(neighbor.merchantId)).toBeNull();
});
