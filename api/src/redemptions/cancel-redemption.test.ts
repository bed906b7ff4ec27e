import type pg from 'pg';
import { tokenOf } from 'testing/signed-in-merchant';
import { expect, test, vi } from 'vitest';
import { sha256 } from '../lib/tokens.ts';
import { MINUTE_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { listRedemptions } from './list-redemptions.ts';

const fixture = useMoneyFixture();
const CONFIRMED = 'O cliente já confirmou este QR Code.';

test('the code of a redemption that waits is shown again, valid as long as before', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const created = await counter.createRedemption(phone, 2_000);
  clock.advance(5 * MINUTE_MS);
  expect(await counter.showRedemption(created)).toEqual({
    ...created,
    customerName: null,
    secondsLeft: 600,
  });
  await counter.redeem(await counter.showRedemption(created));
  await expect(counter.showRedemption(created)).rejects.toThrow(CONFIRMED);
  await counter.reverseRedemption(created);
  await expect(counter.showRedemption(created)).rejects.toThrow('Esta operação já foi estornada.');
  const late = await counter.createRedemption(phone, 2_000);
  clock.advance(15 * MINUTE_MS);
  await expect(counter.showRedemption(late)).rejects.toThrow('O prazo deste QR Code terminou.');
  await expect(counter.cancelRedemption(late)).rejects.toThrow('O prazo deste QR Code terminou.');
});

test('a canceled redemption is never confirmed, however long it would have been valid, and costs nothing', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const created = await counter.createRedemption(phone, 2_000);
  clock.advance(MINUTE_MS);
  const canceled = await counter.cancelRedemption(created);
  expect(canceled).toEqual({ canceledAt: clock.now().toISOString() });
  await expect(counter.redeem(created)).rejects.toThrow('QR Code inválido ou expirado');
  await expect(counter.showRedemption(created)).rejects.toThrow('Este resgate foi cancelado.');
  await expect(counter.reverseRedemption(created)).rejects.toThrow('não foi confirmado pelo cliente');
  expect((await counter.balance(phone)).availableCents).toBe(5_000);
});

test('canceling twice is canceling once: one moment, one audit entry, and the list says when', async () => {
  const { phone, counter, app, staff } = fixture;
  await counter.earn(phone, 100_000);
  const created = await counter.createRedemption(phone, 2_000);
  const canceled = await counter.cancelRedemption(created);
  clock.advance(MINUTE_MS);
  expect(await counter.cancelRedemption(created)).toEqual(canceled);
  const { redemptions } = await listRedemptions(app, staff, {});
  expect(redemptions).toMatchObject([{ status: 'unclaimed', ...canceled }]);
  const { rows } = await fixture.owner.query(
    `SELECT details FROM audit_log WHERE action = 'redemption.cancel' AND entity_id = $1`,
    [created.redemptionId],
  );
  expect(rows).toEqual([{ details: { amountCents: 2_000 } }]);
});

test('what the customer confirmed first stays confirmed', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const created = await counter.spend(phone, 2_000);
  await expect(counter.cancelRedemption(created)).rejects.toThrow(CONFIRMED);
  expect((await counter.balance(phone)).availableCents).toBe(3_000);
});

test('confirmed and canceled at once, exactly one of the two wins, and both are told which', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  for (let round = 0; round < 20; round += 1) {
    const created = await counter.createRedemption(phone, 10);
    const before = (await counter.balance(phone)).availableCents;
    const calls = { confirm: () => counter.redeem(created), cancel: () => counter.cancelRedemption(created) };
    const order = round % 2 === 0 ? (['confirm', 'cancel'] as const) : (['cancel', 'confirm'] as const);
    const answers = await Promise.allSettled(order.map((name) => calls[name]()));
    const winners = order.filter((_, turn) => answers[turn]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect((await counter.balance(phone)).availableCents).toBe(before - (winners[0] === 'confirm' ? 10 : 0));
  }
});

/** Runs `meanwhile` in a transaction that holds the customer, once `call` waits for them. */
async function holdingCustomer<Answer>(
  call: () => Promise<Answer>,
  meanwhile: (holder: pg.PoolClient) => Promise<unknown>,
): Promise<Answer | string> {
  const holder = await fixture.owner.connect();
  try {
    await holder.query(`BEGIN; SET LOCAL app.now = '${clock.now().toISOString()}'`);
    await holder.query('SELECT FROM customers WHERE phone = $1 FOR UPDATE', [fixture.phone]);
    await meanwhile(holder);
    const answer = call().catch((error: Error) => error.message);
    await vi.waitFor(
      async () => {
        const { rowCount } = await fixture.owner.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 60_000, interval: 30 },
    );
    await holder.query('COMMIT');
    return await answer;
  } finally {
    holder.release();
  }
}

test('a confirmation that waits while the redemption is canceled confirms nothing', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const { redemptionId, link } = await counter.createRedemption(phone, 2_000);
  const justAfter = new Date(clock.now().getTime() + 10);
  const answer = await holdingCustomer(
    () => counter.redeem({ link }),
    (holder) =>
      holder.query('UPDATE redemptions SET canceled_at = $2, token_expires_at = $2 WHERE id = $1', [
        redemptionId,
        justAfter,
      ]),
  );
  expect(answer).toBe('QR Code inválido ou expirado');
});

test('a cancellation that waits while the customer confirms cancels nothing', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const { redemptionId, link } = await counter.createRedemption(phone, 2_000);
  const answer = await holdingCustomer(
    () => counter.cancelRedemption({ redemptionId }),
    (holder) =>
      holder.query("SELECT * FROM confirm_redemption(ARRAY[$1]::bytea[], ARRAY[NULL]::uuid[], '{}')", [
        sha256(tokenOf(link)),
      ]),
  );
  expect(answer).toBe(CONFIRMED);
});
