import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../test/money-app.ts';
import { clock, useMoneyScene } from '../test/money-scene.ts';
import { freshPhone, tokenOf } from '../test/signed-in-merchant.ts';
import { takeTagEvents } from './take-tag-events.ts';

const scene = useMoneyScene();

beforeEach(() => setTags("'GTM-ABC123'"));

async function setTags(gtmId: string): Promise<void> {
  await scene.owner.query(`UPDATE merchants SET gtm_id = ${gtmId} WHERE id = $1`, [scene.staff.merchantId]);
}

const take = (
  operation: { link: string },
  takeId: string = randomUUID(),
  host: string | undefined = scene.staff.merchantId,
) => takeTagEvents(scene.app, host, { token: tokenOf(operation.link), takeId });

const namesOf = ({ events }: { events: { name: string }[] }) => events.map(({ name }) => name);

describe('a sale', () => {
  test('is told with its net amounts and the hash of the number, each event once', async () => {
    const sale = await scene.till.earn(scene.phone, 12_345);
    const { events, customerPhone } = await take(sale);
    expect(customerPhone).toBe(createHash('sha256').update(`+55${scene.phone}`).digest('hex'));
    expect(events).toEqual(
      ['CashbackGenerated', 'CashbackScanned', 'Purchase'].map((name) => ({
        name,
        eventId: `${name}-${sale.transactionId}`,
        amountCents: 12_345,
        cashbackCents: 617,
      })),
    );
    expect(namesOf(await take(sale))).toEqual([]);
  });

  test('whose code was not opened yet is told without the scan, which follows', async () => {
    const sale = await scene.till.issue(scene.phone, 10_000);
    expect(namesOf(await take(sale))).toEqual(['CashbackGenerated', 'Purchase']);
    await scene.till.open(sale);
    expect(namesOf(await take(sale))).toEqual(['CashbackScanned']);
  });

  test('goes to one of many pages that ask at once', async () => {
    const sale = await scene.till.earn(scene.phone, 10_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(sale)));
    expect(answers.flatMap(namesOf).sort()).toEqual(['CashbackGenerated', 'CashbackScanned', 'Purchase']);
  });

  test('is told again to the page whose answer was lost', async () => {
    const sale = await scene.till.earn(scene.phone, 10_000);
    const takeId = randomUUID();
    const first = await take(sale, takeId);
    expect(first.events).toHaveLength(3);
    expect(await take(sale, takeId)).toEqual(first);
    expect((await take(sale)).events).toEqual([]);
  });

  test('that was reversed before the page asked is told to nobody, and a part of it as what is left', async () => {
    const gone = await scene.till.earn(scene.phone, 10_000);
    await scene.till.reversePurchase(gone, 10_000);
    expect(namesOf(await take(gone))).toEqual([]);
    const partly = await scene.till.earn(scene.phone, 10_000);
    await scene.till.reversePurchase(partly, 2_500);
    const { events } = await take(partly);
    expect(events.map(({ amountCents, cashbackCents }) => [amountCents, cashbackCents])).toEqual(
      Array(3).fill([7_500, 375]),
    );
  });

  test('counts as told to nobody while the shop has no tags', async () => {
    const sale = await scene.till.earn(scene.phone, 10_000);
    await setTags('NULL');
    expect(namesOf(await take(sale))).toEqual([]);
    await setTags("'GTM-ABC123'");
    expect(namesOf(await take(sale))).toHaveLength(3);
  });

  test('of a merged record is told with the number that stayed', async () => {
    const other = freshPhone();
    await scene.till.earn(other, 5_000);
    const sale = await scene.till.earn(scene.phone, 10_000);
    await scene.till.merge(other, scene.phone);
    const { customerPhone } = await take(sale);
    expect(customerPhone).toBe(createHash('sha256').update(`+55${other}`).digest('hex'));
  });
});

describe('a redemption', () => {
  test('is told when it was made and when it was completed, without any cashback', async () => {
    await scene.till.earn(scene.phone, 100_000);
    const redemption = await scene.till.createRedemption(scene.phone, 1_050);
    const made = await take(redemption);
    expect(made.events).toEqual([
      {
        name: 'RedemptionGenerated',
        eventId: `RedemptionGenerated-${redemption.redemptionId}`,
        amountCents: 1_050,
        cashbackCents: null,
      },
    ]);
    await scene.till.redeem(redemption);
    expect(namesOf(await take(redemption))).toEqual(['RedemptionCompleted']);
    expect(namesOf(await take(redemption))).toEqual([]);
  });

  test('that was undone before the page asked is told to nobody', async () => {
    await scene.till.earn(scene.phone, 100_000);
    const redemption = await scene.till.spend(scene.phone, 1_050);
    await scene.till.reverseRedemption(redemption);
    expect(namesOf(await take(redemption))).toEqual([]);
  });
});

describe('is refused, all alike and with nothing written, where', () => {
  const refused = { code: 'invalid_token', message: 'QR Code inválido ou expirado' };

  test.each([
    ['it is asked from no host of a merchant', () => undefined],
    ["it is asked from another merchant's", () => randomUUID()],
  ])('%s', async (_where, host) => {
    const sale = await scene.till.earn(scene.phone, 10_000);
    const asked = takeTagEvents(scene.app, host(), { token: tokenOf(sale.link), takeId: randomUUID() });
    await expect(asked).rejects.toMatchObject(refused);
  });

  test('the code is too old to be opened', async () => {
    await scene.till.earn(scene.phone, 100_000);
    const sale = await scene.till.issue(scene.phone, 10_000);
    const redemption = await scene.till.createRedemption(scene.phone, 1_000);
    clock.advance(16 * MINUTE_MS);
    await expect(take(redemption)).rejects.toMatchObject(refused);
    clock.advance(31 * DAY_MS);
    await expect(take(sale)).rejects.toMatchObject(refused);
  });

  test('the sale was reversed before its code was opened', async () => {
    const sale = await scene.till.issue(scene.phone, 10_000);
    await scene.till.reversePurchase(sale, 10_000);
    await expect(take(sale)).rejects.toMatchObject(refused);
  });

  test.each([
    'CASHBACK_0000000000000000000000000ab',
    'REDEMPTION_0000000000000000000000000ab',
    'PASSWORD_0000000000000000000000000ab',
    'CASHBACK_1700000000000abcdef',
    "' OR 1=1 --",
  ])('the token is %s', async (token) => {
    const asked = takeTagEvents(scene.app, scene.staff.merchantId, { token, takeId: randomUUID() });
    await expect(asked).rejects.toMatchObject(refused);
  });

  test("a redemption's token is taken for a sale's", async () => {
    await scene.till.earn(scene.phone, 100_000);
    const redemption = await scene.till.createRedemption(scene.phone, 1_000);
    const token = tokenOf(redemption.link).replace('REDEMPTION', 'CASHBACK');
    const asked = takeTagEvents(scene.app, scene.staff.merchantId, { token, takeId: randomUUID() });
    await expect(asked).rejects.toMatchObject(refused);
    const { rows } = await scene.owner.query('SELECT FROM tag_deliveries WHERE merchant_id = $1', [
      scene.staff.merchantId,
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
  const write = scene.owner.query(`UPDATE merchants SET ${column} = $2 WHERE id = $1`, [
    scene.staff.merchantId,
    id,
  ]);
  await expect(write).rejects.toThrow(/merchants_(gtm|pixel)_shape/);
});
