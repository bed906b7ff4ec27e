import { randomUUID } from 'node:crypto';
import { ALERT_SETTINGS } from 'domain/alerts';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test } from 'vitest';
import { eraseCustomer } from '../customers/erase-customer.ts';
import { asWorker } from '../test/as-worker.ts';
import { insertEmployee, sessionOf } from '../test/employees.ts';
import { outcomeOf } from '../test/money/model-fixture.ts';
import { createCounter, insertMerchant, MINUTE_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { previewAlertSettings, saveAlertSettings, showAlertSettings } from './alert-settings.ts';
import { closeAlert } from './close-alert.ts';
import { countAlerts } from './count-alerts.ts';
import { holdAlert, releaseAlert } from './hold-alert.ts';
import { listAlerts } from './list-alerts.ts';
import { showAlert } from './show-alert.ts';
import { watchMovements } from './watch-movements.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
const HELD = { refusal: 'customer_held' };
let id: string;

const open = async () => (await listAlerts(fixture.app, fixture.staff.merchantId, { state: 'open' })).alerts;
const audited = async () =>
  (
    await fixture.owner.query(
      `SELECT action, details FROM audit_log WHERE merchant_id = $1 AND action LIKE 'alert.%' ORDER BY id`,
      [fixture.staff.merchantId],
    )
  ).rows;

/** Two purchases within a minute make the one alert of each test. */
beforeEach(async () => {
  await fixture.counter.earn(fixture.phone, 20_000);
  clock.advance(MINUTE_MS);
  await fixture.counter.earn(fixture.phone, 20_100);
  await watchMovements(asWorker(fixture.app));
  const alerts = await open();
  expect(alerts).toMatchObject([{ rule: 'customer_quick', movements: 2, employeeName: 'Maria' }]);
  id = alerts[0]?.id ?? '';
});

describe('a hold', () => {
  test('refuses redemptions of its customers alone, also by a code that was made before, until it is released', async () => {
    const { app, counter, phone, staff } = fixture;
    const before = await counter.createRedemption(phone, 100);
    const other = freshPhone();
    await counter.earn(other, 20_000);
    const beside = await counter.createRedemption(other, 100);
    await holdAlert(app, staff, REQUEST, id);
    expect(await open()).toMatchObject([{ heldCustomers: 1 }]);

    expect(await outcomeOf(counter.createRedemption(phone, 100))).toMatchObject(HELD);
    // One statement confirms both.
    const [held, free] = await Promise.all([
      outcomeOf(counter.redeem(before)),
      outcomeOf(counter.redeem(beside)),
    ]);
    expect(held).toMatchObject(HELD);
    expect(free).toMatchObject({ amountCents: 100 });
    // Purchases go on, and no balance was touched.
    await counter.earn(phone, 2_000);
    expect(await counter.balance(phone)).toMatchObject({ availableCents: 2_105 });

    await releaseAlert(app, staff, REQUEST, id);
    expect(await outcomeOf(counter.redeem(before))).toMatchObject({ amountCents: 100 });
    expect(await audited()).toEqual([
      { action: 'alert.hold', details: { count: 1 } },
      { action: 'alert.release', details: { count: 1 } },
    ]);
  });

  test('goes with a record that becomes part of another', async () => {
    const { app, counter, phone, staff } = fixture;
    await holdAlert(app, staff, REQUEST, id);
    const other = freshPhone();
    await counter.earn(other, 20_000);
    await counter.merge(other, phone);
    expect(await outcomeOf(counter.createRedemption(other, 100))).toMatchObject(HELD);
    await closeAlert(app, staff, REQUEST, { id, state: 'fine' });
    expect(await outcomeOf(counter.spend(other, 100))).toMatchObject({ amountCents: 100 });
  });

  test('takes in the customers who join its alert later', async () => {
    const { app, counter, staff } = fixture;
    const [first, second, third, late] = Array.from({ length: 4 }, freshPhone) as [
      string,
      string,
      string,
      string,
    ];
    for (const phone of [first, second, third]) await counter.earn(phone, 900_000);
    await watchMovements(asWorker(app));
    const alert = (await open()).find(({ rule }) => rule === 'employee_high');
    await holdAlert(app, staff, REQUEST, alert?.id ?? '');
    clock.advance(MINUTE_MS);
    await counter.earn(late, 900_000);
    expect(await outcomeOf(counter.spend(late, 100))).toMatchObject({ amountCents: 100 });
    await watchMovements(asWorker(app));
    expect(await outcomeOf(counter.spend(late, 100))).toMatchObject(HELD);
    await releaseAlert(app, staff, REQUEST, alert?.id ?? '');
    expect(await outcomeOf(counter.spend(late, 100))).toMatchObject({ amountCents: 100 });
  });

  test('ends with the erasure of its customer; the alert names nobody then', async () => {
    const { app, counter, phone, staff } = fixture;
    await holdAlert(app, staff, REQUEST, id);
    const { id: customerId } = await counter.balance(phone);
    await eraseCustomer(app, {
      merchantId: staff.merchantId,
      customerId,
      basis: 'request',
      staff: null,
      request: null,
    });
    expect(await open()).toMatchObject([
      { heldCustomers: 0, customer: { name: 'Cliente apagado', phone: null } },
    ]);
  });
});

describe('closing', () => {
  test('ends the hold, and is done once', async () => {
    const { app, counter, phone, staff } = fixture;
    await holdAlert(app, staff, REQUEST, id);
    await closeAlert(app, staff, REQUEST, { id, state: 'settled' });
    expect(await outcomeOf(counter.spend(phone, 100))).toMatchObject({ amountCents: 100 });
    for (const again of [
      () => closeAlert(app, staff, REQUEST, { id, state: 'fine' }),
      () => holdAlert(app, staff, REQUEST, id),
      () => releaseAlert(app, staff, REQUEST, id),
    ])
      await expect(again()).rejects.toMatchObject({ code: 'alert_closed' });
    expect(await countAlerts(app, staff.merchantId)).toEqual({ open: 0 });
    const closed = await listAlerts(app, staff.merchantId, { state: 'closed' });
    expect(closed.alerts).toMatchObject([{ id, state: 'settled', closedBy: 'Maria' }]);
  });

  test('is not for whose movements it is about, unless an owner', async () => {
    const { app, owner, staff } = fixture;
    const admin = sessionOf(staff, await insertEmployee(owner, staff.merchantId, 'admin'));
    const phone = freshPhone();
    for (let turn = 0; turn < 2; turn += 1) await createCounter(app, admin).earn(phone, 4_000 + turn);
    await watchMovements(asWorker(app));
    const own = (await open()).find(({ employeeName }) => employeeName === 'Pessoa')?.id ?? '';
    await holdAlert(app, admin, REQUEST, own);
    for (const clearing of [
      () => releaseAlert(app, admin, REQUEST, own),
      () => closeAlert(app, admin, REQUEST, { id: own, state: 'fine' }),
    ])
      await expect(clearing()).rejects.toMatchObject({ code: 'own_alert' });
    await closeAlert(app, staff, REQUEST, { id: own, state: 'fine' });
    await closeAlert(app, admin, REQUEST, { id, state: 'fine' });
    expect(await open()).toEqual([]);
  });

  test('of another merchant’s alert is refused as of one that does not exist', async () => {
    const stranger = await insertMerchant(fixture.owner);
    for (const each of [id, randomUUID()]) {
      const closing = closeAlert(fixture.app, stranger, REQUEST, { id: each, state: 'fine' });
      await expect(closing).rejects.toMatchObject({ code: 'alert_not_found' });
    }
    expect(await countAlerts(fixture.app, fixture.staff.merchantId)).toEqual({ open: 1 });
  });
});

test('an alert is shown with its movements, which the counter’s reversals undo', async () => {
  const { app, counter, staff } = fixture;
  const alert = await showAlert(app, staff, id);
  expect(alert.purchases).toMatchObject([
    { amountCents: 20_100, status: 'credited', canReverse: true },
    { amountCents: 20_000, status: 'credited', canReverse: true },
  ]);
  expect([alert.redemptions, alert.corrections]).toEqual([[], []]);
  await counter.reversePurchase({ transactionId: alert.purchases[0]?.id ?? '' }, 20_100);
  expect((await showAlert(app, staff, id)).purchases[0]).toMatchObject({
    status: 'reversed',
    canReverse: false,
  });
});

test('alerts stand newest first over pages', async () => {
  await fixture.owner.query(
    `INSERT INTO alerts (merchant_id, id, rule, day, numbers, movement_ids, found_at)
     SELECT $1, ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'night', current_date - n, '{}', '{}', now()
     FROM generate_series(1, 30) n`,
    [fixture.staff.merchantId],
  );
  const read = (after?: string) =>
    listAlerts(fixture.app, fixture.staff.merchantId, { state: 'open', after });
  const first = await read();
  const second = await read(first.next ?? undefined);
  const ids = [...first.alerts, ...second.alerts].map((alert) => alert.id);
  expect(ids).toEqual(ids.toSorted().reverse());
  expect([first.alerts.length, second.alerts.length, second.next]).toEqual([20, 11, null]);
});

test('thresholds show their effect before they are saved, and count from then on', async () => {
  const { app, counter, staff } = fixture;
  const { settings } = await showAlertSettings(app, staff.merchantId);
  expect(settings).toEqual(ALERT_SETTINGS);
  const effectOf = async (changed: object) =>
    (await previewAlertSettings(app, staff.merchantId, { ...settings, ...changed })).rules;
  expect(await effectOf({})).toEqual([{ rule: 'customer_quick', alerts: 1 }]);
  expect(await effectOf({ apartMinutes: 1, purchasesADay: 1 })).toEqual([
    { rule: 'customer_often', alerts: 1 },
  ]);
  expect(await showAlertSettings(app, staff.merchantId), 'a preview saves nothing').toMatchObject({
    settings,
  });

  const saved = { ...settings, apartMinutes: 1, purchasesADay: 2 };
  await saveAlertSettings(app, staff, REQUEST, saved);
  await saveAlertSettings(app, staff, REQUEST, saved);
  expect(await showAlertSettings(app, staff.merchantId)).toMatchObject({ settings: saved });
  expect(await audited()).toEqual([
    {
      action: 'alert.save_settings',
      details: {
        apart_minutes_before: 15,
        apart_minutes_after: 1,
        purchases_a_day_before: 5,
        purchases_a_day_after: 2,
      },
    },
  ]);
  clock.advance(MINUTE_MS);
  await counter.earn(fixture.phone, 20_200);
  await watchMovements(asWorker(app));
  expect(await open()).toMatchObject([
    { rule: 'customer_often', movements: 3 },
    { rule: 'customer_quick', movements: 2 },
  ]);
});
