import { createHash, randomUUID } from 'node:crypto';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { takeTagEvents } from './take-tag-events.ts';

const fixture = useMoneyFixture();

beforeEach(() => setTags("'GTM-ABC123'"));

async function setTags(gtmId: string): Promise<void> {
  await fixture.owner.query(`UPDATE merchants SET gtm_id = ${gtmId} WHERE id = $1`, [
    fixture.staff.merchantId,
  ]);
}

const take = (
  movement: { link: string },
  takeId: string = randomUUID(),
  host: string | undefined = fixture.staff.merchantId,
) => takeTagEvents(fixture.app, host, { token: tokenOf(movement.link), takeId });

const namesOf = ({ events }: { events: { name: string }[] }) => events.map(({ name }) => name);

describe('a purchase', () => {
  test('is sent with its net amounts and the hash of the number, each event once', async () => {
    const purchase = await fixture.counter.earn(fixture.phone, 12_345);
    const { events, customerPhone } = await take(purchase);
    expect(customerPhone).toBe(createHash('sha256').update(`+55${fixture.phone}`).digest('hex'));
    expect(events).toEqual(
      ['CashbackGenerated', 'CashbackScanned', 'Purchase'].map((name) => ({
        name,
        eventId: `${name}-${purchase.transactionId}`,
        amountCents: 12_345,
        cashbackCents: 617,
      })),
    );
    expect(namesOf(await take(purchase))).toEqual([]);
  });

  test('is not sent from a day after its confirmation on, nor is the hash of the number', async () => {
    const purchase = await fixture.counter.earn(fixture.phone, 10_000);
    clock.advance(DAY_MS - 1);
    const takeId = randomUUID();
    expect(namesOf(await take(purchase, takeId))).toHaveLength(3);
    expect(await take(purchase), 'told already').toEqual({ events: [], customerPhone: '' });
    clock.advance(1);
    expect(await take(purchase, takeId)).toEqual({ events: [], customerPhone: '' });
  });

  test('whose code was not confirmed yet is sent without the confirmation, which follows', async () => {
    const purchase = await fixture.counter.issue(fixture.phone, 10_000);
    expect(namesOf(await take(purchase))).toEqual(['CashbackGenerated', 'Purchase']);
    await fixture.counter.open(purchase);
    expect(namesOf(await take(purchase))).toEqual(['CashbackScanned']);
  });

  test('goes to one of many pages that ask at once', async () => {
    const purchase = await fixture.counter.earn(fixture.phone, 10_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(purchase)));
    expect(answers.flatMap(namesOf).sort()).toEqual(['CashbackGenerated', 'CashbackScanned', 'Purchase']);
  });

  test('is sent again to the page whose answer was lost', async () => {
    const purchase = await fixture.counter.earn(fixture.phone, 10_000);
    const takeId = randomUUID();
    const first = await take(purchase, takeId);
    expect(first.events).toHaveLength(3);
    expect(await take(purchase, takeId)).toEqual(first);
    expect((await take(purchase)).events).toEqual([]);
  });

  test('that was reversed before the page asked is not sent, and one reversed in part is sent with what is left', async () => {
    const gone = await fixture.counter.earn(fixture.phone, 10_000);
    await fixture.counter.reversePurchase(gone, 10_000);
    expect(namesOf(await take(gone))).toEqual([]);
    const partly = await fixture.counter.earn(fixture.phone, 10_000);
    await fixture.counter.reversePurchase(partly, 2_500);
    const { events } = await take(partly);
    expect(events.map(({ amountCents, cashbackCents }) => [amountCents, cashbackCents])).toEqual(
      Array(3).fill([7_500, 375]),
    );
  });

  test('does not count as sent while the merchant has no tags', async () => {
    const purchase = await fixture.counter.earn(fixture.phone, 10_000);
    await setTags('NULL');
    expect(namesOf(await take(purchase))).toEqual([]);
    await setTags("'GTM-ABC123'");
    expect(namesOf(await take(purchase))).toHaveLength(3);
  });

  test('of a merged record is sent with the number that stayed', async () => {
    const other = freshPhone();
    await fixture.counter.earn(other, 5_000);
    const purchase = await fixture.counter.earn(fixture.phone, 10_000);
    await fixture.counter.merge(other, fixture.phone);
    const { customerPhone } = await take(purchase);
    expect(customerPhone).toBe(createHash('sha256').update(`+55${other}`).digest('hex'));
  });
});

describe('a redemption', () => {
  test('is sent when it was made and when it was completed, without any cashback', async () => {
    await fixture.counter.earn(fixture.phone, 100_000);
    const redemption = await fixture.counter.createRedemption(fixture.phone, 1_050);
    const made = await take(redemption);
    expect(made.events).toEqual([
      {
        name: 'RedemptionGenerated',
        eventId: `RedemptionGenerated-${redemption.redemptionId}`,
        amountCents: 1_050,
        cashbackCents: null,
      },
    ]);
    await fixture.counter.redeem(redemption);
    expect(namesOf(await take(redemption))).toEqual(['RedemptionCompleted']);
    expect(namesOf(await take(redemption))).toEqual([]);
  });

  test('that was undone before the page asked is not sent', async () => {
    await fixture.counter.earn(fixture.phone, 100_000);
    const redemption = await fixture.counter.spend(fixture.phone, 1_050);
    await fixture.counter.reverseRedemption(redemption);
    expect(namesOf(await take(redemption))).toEqual([]);
  });
});

describe('is refused, all alike and with nothing written, where', () => {
  const refused = { code: 'invalid_token', message: 'QR Code inválido ou expirado' };

  test.each([
    ['it is asked from no host of a merchant', () => undefined],
    ["it is asked from another merchant's", () => randomUUID()],
  ])('%s', async (_where, host) => {
    const purchase = await fixture.counter.earn(fixture.phone, 10_000);
    const asked = takeTagEvents(fixture.app, host(), { token: tokenOf(purchase.link), takeId: randomUUID() });
    await expect(asked).rejects.toMatchObject(refused);
  });

  test('the code is too old to be confirmed', async () => {
    await fixture.counter.earn(fixture.phone, 100_000);
    const purchase = await fixture.counter.issue(fixture.phone, 10_000);
    const redemption = await fixture.counter.createRedemption(fixture.phone, 1_000);
    clock.advance(16 * MINUTE_MS);
    await expect(take(redemption)).rejects.toMatchObject(refused);
    clock.advance(31 * DAY_MS);
    await expect(take(purchase)).rejects.toMatchObject(refused);
  });

  test('the purchase was reversed before its code was confirmed', async () => {
    const purchase = await fixture.counter.issue(fixture.phone, 10_000);
    await fixture.counter.reversePurchase(purchase, 10_000);
    await expect(take(purchase)).rejects.toMatchObject(refused);
  });

  test.each([
    'CASHBACK_0000000000000000000000000ab',
    'REDEMPTION_0000000000000000000000000ab',
    'PASSWORD_0000000000000000000000000ab',
    'CASHBACK_1700000000000abcdef',
    "' OR 1=1 --",
  ])('the token is %s', async (token) => {
    const asked = takeTagEvents(fixture.app, fixture.staff.merchantId, { token, takeId: randomUUID() });
    await expect(asked).rejects.toMatchObject(refused);
  });

  test("a redemption's token is taken for a purchase's", async () => {
    await fixture.counter.earn(fixture.phone, 100_000);
    const redemption = await fixture.counter.createRedemption(fixture.phone, 1_000);
    const token = tokenOf(redemption.link).replace('REDEMPTION', 'CASHBACK');
    const asked = takeTagEvents(fixture.app, fixture.staff.merchantId, { token, takeId: randomUUID() });
    await expect(asked).rejects.toMatchObject(refused);
    const { rows } = await fixture.owner.query('SELECT FROM tag_deliveries WHERE merchant_id = $1', [
      fixture.staff.merchantId,
    ]);
    expect(rows).toEqual([]);
  });
});

test.each([
  ['gtm_id', "GTM-X');alert(1)//"],
  ['gtm_id', 'GTM-ABC123\n'],
  ['gtm_id', 'gtm-abc123'],
  ['gtm_id', ''],
  ['meta_pixel_id', "123456789012345'"],
  ['meta_pixel_id', '12345678901234'],
  ['meta_pixel_id', '123456789012345\n'],
])('the database itself keeps no %s of another shape: %j', async (column, id) => {
  const write = fixture.owner.query(`UPDATE merchants SET ${column} = $2 WHERE id = $1`, [
    fixture.staff.merchantId,
    id,
  ]);
  await expect(write).rejects.toThrow(/merchants_(gtm|pixel)_shape/);
});
