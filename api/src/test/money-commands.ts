import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ModelRedemption, ModelRules, ModelSale, MoneyModel } from './money-model.ts';
import { assertSame, compareBalances, type MoneyWorld, outcomeOf, pickKeys, ZONES } from './money-world.ts';

/** Steps that model and product take together; each compares what came out. */
type Command = fc.AsyncCommand<MoneyModel, MoneyWorld>;

export const PHONES = ['11900000001', '11900000002'];
const SHOPS = [0, 1];
const EVERYONE = SHOPS.flatMap((shop) => PHONES.map((phone) => ({ shop, phone })));

function command(text: string, run: Command['run'], check: Command['check'] = () => true): Command {
  return { check, run, toString: () => text };
}

/** The same item for the same number, whatever there is by then; new ones are likelier. */
const nth = <Item>(items: Item[], number: number): Item =>
  items[items.length - 1 - (number % items.length)] as Item;
const till = (world: MoneyWorld, shop: number) => world.tills[shop] as MoneyWorld['tills'][number];

// Mostly the same customer of the same shop, so that much happens to one balance.
const shop = fc.constantFrom(0, 0, 0, ...SHOPS);
const phone = fc.constantFrom(PHONES[0] as string, PHONES[0] as string, ...PHONES);
const cents = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 50_000 }),
  fc.constantFrom(9, 10, 1_000_000_000),
);
const index = fc.oneof(fc.constantFrom(0, 1), fc.nat(20));

export const rules: fc.Arbitrary<ModelRules> = fc.record({
  rateBasisPoints: fc.oneof(fc.constantFrom(10, 500, 10_000), fc.integer({ min: 10, max: 10_000 })),
  expirationDays: fc.option(fc.constantFrom(1, 2, 7, 30, 180), { nil: undefined }),
  maturingDays: fc.constantFrom(0, 0, 1, 3, 30),
  offsetHours: fc.constantFrom(...Object.keys(ZONES).map(Number)),
});

const issue = fc.tuple(shop, phone, cents).map(([where, who, amountCents]) =>
  command(`issue(${where}, ${who}, ${amountCents})`, async (model, world) => {
    const operationId = randomUUID();
    const issued = await till(world, where).issue(who, amountCents, operationId);
    const sale = model.recordSale(issued.transactionId, where, who, amountCents);
    world.links.set(sale.id, issued.link);
    world.operations.set(sale.id, operationId);
    const expected = {
      phone: who,
      amountCents,
      cashbackCents: sale.cashbackCents,
      rateBasisPoints: sale.rateBasisPoints,
      expiresAt: new Date(sale.linkEndsAt).toISOString(),
    };
    assertSame('sale', pickKeys(issued, expected), expected);
    await compareBalances(model, world, [sale]);
  }),
);

/** A sale and its scan in one, so that there is something to redeem. */
const earn = fc
  .tuple(shop, phone, fc.integer({ min: 1_000, max: 100_000 }))
  .map(([where, who, amountCents]) =>
    command(`earn(${where}, ${who}, ${amountCents})`, async (model, world) => {
      const operationId = randomUUID();
      const issued = await till(world, where).issue(who, amountCents, operationId);
      const sale = model.recordSale(issued.transactionId, where, who, amountCents);
      world.links.set(sale.id, issued.link);
      world.operations.set(sale.id, operationId);
      const expected = model.open(sale);
      assertSame('credit', pickKeys(await till(world, where).open(issued), expected), expected);
      await compareBalances(model, world, [sale]);
    }),
  );

const repeatIssue = fc.tuple(index, fc.boolean()).map(([number, isSame]) =>
  command(
    `repeatIssue(${number}, ${isSame ? 'same' : 'other amount'})`,
    async (model, world) => {
      const sale = nth(model.sales, number);
      const amountCents = isSame ? sale.amountCents : sale.amountCents + 1;
      const operationId = world.operations.get(sale.id) ?? '';
      const answer = await outcomeOf(till(world, sale.shop).issue(sale.phone, amountCents, operationId));
      const expected = isSame
        ? { transactionId: sale.id, link: world.links.get(sale.id) }
        : { refusal: 'operation_conflict' };
      assertSame('repeated sale', pickKeys(answer, expected), expected);
      await compareBalances(model, world, [sale]);
    },
    (model) => model.sales.length > 0,
  ),
);

const openLink = fc.tuple(index, fc.constantFrom(1, 1, 1, 3)).map(([number, times]) =>
  command(
    `open(${number}, ${times} at once)`,
    async (model, world) => {
      const sale: ModelSale = nth(model.sales, number);
      const link = world.links.get(sale.id) ?? '';
      const answers = await Promise.all(
        Array.from({ length: times }, () => outcomeOf(till(world, sale.shop).open({ link }))),
      );
      const expected = model.open(sale);
      for (const answer of answers) assertSame('opening', pickKeys(answer, expected), expected);
      await compareBalances(model, world, [sale]);
    },
    (model) => model.sales.length > 0,
  ),
);

const openUnknown = fc.constantFrom('random', 'old', 'redemption').map((kind) =>
  command(`openUnknown(${kind})`, async (model, world) => {
    const tokens: Record<string, string> = {
      random: `CASHBACK_${randomBytes(20).toString('base64url')}`,
      old: `CASHBACK_${model.now}`,
      redemption: `REDEMPTION_${randomBytes(20).toString('base64url')}`,
    };
    const answer = await outcomeOf(till(world, 0).open({ link: `x/${tokens[kind]}` }));
    assertSame('unknown link', answer, { refusal: 'invalid_token' });
  }),
);

const createRedemption = fc
  .tuple(shop, phone, fc.constantFrom('all', 'all + 1', 'half', 'third', 'one'))
  .map(([where, who, share]) =>
    command(`createRedemption(${where}, ${who}, ${share})`, async (model, world) => {
      const available = model.availableCents(where, who);
      const amounts: Record<string, number> = {
        all: available,
        'all + 1': available + 1,
        half: Math.ceil(available / 2),
        third: Math.ceil(available / 3),
      };
      // The form takes no more than R$ 10.000.000,00.
      const amountCents = Math.min(1_000_000_000, Math.max(1, amounts[share] ?? 1));
      const answer = await outcomeOf(till(world, where).createRedemption(who, amountCents));
      const refusal = model.refusalOfRedemption(where, who, amountCents);
      const expected = refusal === undefined ? { phone: who, amountCents } : { refusal };
      assertSame('new redemption', pickKeys(answer, expected), expected);
      if ('redemptionId' in answer) {
        world.links.set(answer.redemptionId, answer.link);
        model.recordRedemption(answer.redemptionId, where, who, amountCents);
      }
    }),
  );

const redeem = fc.tuple(index, fc.constantFrom(1, 1, 1, 3)).map(([number, times]) =>
  command(
    `redeem(${number}, ${times} at once)`,
    async (model, world) => {
      const redemption: ModelRedemption = nth(model.redemptions, number);
      const link = world.links.get(redemption.id) ?? '';
      const answers = await Promise.all(
        Array.from({ length: times }, () => outcomeOf(till(world, redemption.shop).redeem({ link }))),
      );
      const expected = model.redeem(redemption);
      for (const answer of answers) assertSame('redemption', pickKeys(answer, expected), expected);
      await compareBalances(model, world, [redemption]);
    },
    (model) => model.redemptions.length > 0,
  ),
);

const minutes = fc
  .integer({ min: 1, max: 30 })
  .map((count) => ({ text: `${count} min`, ms: count * 60_000 }));
const hours = fc.integer({ min: 1, max: 30 }).map((count) => ({ text: `${count} h`, ms: count * 3_600_000 }));
const days = fc
  .constantFrom(1, 2, 7, 29, 30, 31, 181)
  .map((count) => ({ text: `${count} days`, ms: count * 86_400_000 }));
const exactly = fc.constantFrom(1, 899_999, 900_000).map((ms) => ({ text: `${ms} ms`, ms }));

const advance = fc.oneof(minutes, hours, days, exactly).map(({ text, ms }) =>
  command(`advance(${text})`, async (model, world) => {
    model.now += ms;
    world.clock.advance(ms);
    await compareBalances(model, world, EVERYONE);
  }),
);

/** To the last millisecond of a shop's day, or the first of the next. */
const advanceToMidnight = fc.tuple(shop, fc.constantFrom(-1, 0)).map(([where, ms]) =>
  command(`advanceToMidnight(${where}, ${ms} ms)`, async (model, world) => {
    model.now = Math.max(model.now, model.dayStart(where, model.now, 1) + ms);
    world.clock.set(new Date(model.now));
    await compareBalances(model, world, EVERYONE);
  }),
);

const changeRules = fc.tuple(shop, rules).map(([where, next]) =>
  command(`changeRules(${where}, ${JSON.stringify(next)})`, async (model, world) => {
    model.rules[where] = next;
    await world.applyRules(where, next);
    await compareBalances(model, world, EVERYONE);
  }),
);

const one = fc.oneof(
  { arbitrary: issue, weight: 3 },
  { arbitrary: earn, weight: 4 },
  { arbitrary: repeatIssue, weight: 1 },
  { arbitrary: openLink, weight: 4 },
  { arbitrary: openUnknown, weight: 1 },
  { arbitrary: createRedemption, weight: 4 },
  { arbitrary: redeem, weight: 5 },
  { arbitrary: advance, weight: 3 },
  { arbitrary: advanceToMidnight, weight: 2 },
  { arbitrary: changeRules, weight: 2 },
);

export const commands = fc.array(one, { minLength: 10, maxLength: 50, size: 'max' });
