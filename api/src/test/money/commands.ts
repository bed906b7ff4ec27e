import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { corrections } from './correction-commands.ts';
import type { ModelPurchase, ModelRedemption } from './model.ts';
import { assertSame, compareBalances, type ModelFixture, outcomeOf, pickKeys } from './model-fixture.ts';
import { compareRollups } from './stored-rollups.ts';
import {
  advance,
  advanceToMidnight,
  type Command,
  changeRules,
  command,
  index,
  merchant,
  nth,
  phone,
  runNightlyJob,
} from './time-commands.ts';

/** Commands of counter and customers, run in random order. */

const counter = (fixture: ModelFixture, merchant: number) =>
  fixture.counters[merchant] as ModelFixture['counters'][number];

const cents = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 50_000 }),
  fc.constantFrom(9, 10, 1_000_000_000),
);

const issue = fc.tuple(merchant, phone, cents).map(([where, who, amountCents]) =>
  command(`issue(${where}, ${who}, ${amountCents})`, async (model, fixture) => {
    const requestId = randomUUID();
    const issued = await counter(fixture, where).issue(who, amountCents, requestId);
    const purchase = model.recordPurchase(issued.transactionId, where, who, amountCents);
    fixture.links.set(purchase.id, issued.link);
    fixture.requestIds.set(purchase.id, requestId);
    const expected = {
      phone: who,
      amountCents,
      cashbackCents: purchase.cashbackCents,
      rateBasisPoints: purchase.rateBasisPoints,
      expiresAt: new Date(purchase.linkEndsAt).toISOString(),
    };
    assertSame('purchase', pickKeys(issued, expected), expected);
    await compareBalances(model, fixture, [purchase]);
  }),
);

/** A purchase and its confirmation in one, so that there is something to redeem. */
const earn = fc
  .tuple(merchant, phone, fc.integer({ min: 1_000, max: 100_000 }))
  .map(([where, who, amountCents]) =>
    command(`earn(${where}, ${who}, ${amountCents})`, async (model, fixture) => {
      const requestId = randomUUID();
      const issued = await counter(fixture, where).issue(who, amountCents, requestId);
      const purchase = model.recordPurchase(issued.transactionId, where, who, amountCents);
      fixture.links.set(purchase.id, issued.link);
      fixture.requestIds.set(purchase.id, requestId);
      const expected = model.open(purchase);
      assertSame('credit', pickKeys(await counter(fixture, where).open(issued), expected), expected);
      await compareBalances(model, fixture, [purchase]);
    }),
  );

const repeatIssue = fc.tuple(index, fc.boolean()).map(([number, isSame]) =>
  command(
    `repeatIssue(${number}, ${isSame ? 'same' : 'other amount'})`,
    async (model, fixture) => {
      const purchase = nth(model.purchases, number);
      const amountCents = isSame ? purchase.amountCents : purchase.amountCents + 1;
      const requestId = fixture.requestIds.get(purchase.id) ?? '';
      const answer = await outcomeOf(
        counter(fixture, purchase.merchant).issue(purchase.issuedTo, amountCents, requestId),
      );
      const expected = isSame
        ? { transactionId: purchase.id, link: fixture.links.get(purchase.id) }
        : { refusal: 'operation_conflict' };
      assertSame('repeated purchase', pickKeys(answer, expected), expected);
      await compareBalances(model, fixture, [purchase]);
    },
    (model) => model.purchases.length > 0,
  ),
);

const openLink = fc.tuple(index, fc.constantFrom(1, 1, 1, 3)).map(([number, times]) =>
  command(
    `open(${number}, ${times} at once)`,
    async (model, fixture) => {
      const purchase: ModelPurchase = nth(model.purchases, number);
      const link = fixture.links.get(purchase.id) ?? '';
      const answers = await Promise.all(
        Array.from({ length: times }, () => outcomeOf(counter(fixture, purchase.merchant).open({ link }))),
      );
      const expected = model.open(purchase);
      for (const answer of answers) assertSame('opening', pickKeys(answer, expected), expected);
      await compareBalances(model, fixture, [purchase]);
    },
    (model) => model.purchases.length > 0,
  ),
);

const openUnknown = fc.constantFrom('random', 'old', 'redemption').map((kind) =>
  command(`openUnknown(${kind})`, async (model, fixture) => {
    const tokens: Record<string, string> = {
      random: `CASHBACK_${randomBytes(20).toString('base64url')}`,
      old: `CASHBACK_${model.now}`,
      redemption: `REDEMPTION_${randomBytes(20).toString('base64url')}`,
    };
    const answer = await outcomeOf(counter(fixture, 0).open({ link: `x/${tokens[kind]}` }));
    assertSame('unknown link', answer, { refusal: 'invalid_token' });
  }),
);

const createRedemption = fc
  .tuple(merchant, phone, fc.constantFrom('all', 'all + 1', 'half', 'third', 'one'))
  .map(([where, who, share]) =>
    command(`createRedemption(${where}, ${who}, ${share})`, async (model, fixture) => {
      const available = model.availableCents(where, who);
      const amounts: Record<string, number> = {
        all: available,
        'all + 1': available + 1,
        half: Math.ceil(available / 2),
        third: Math.ceil(available / 3),
      };
      // The form takes no more than R$ 10.000.000,00.
      const amountCents = Math.min(1_000_000_000, Math.max(1, amounts[share] ?? 1));
      const answer = await outcomeOf(counter(fixture, where).createRedemption(who, amountCents));
      const refusal = model.refusalOfRedemption(where, who, amountCents);
      const expected = refusal === undefined ? { phone: who, amountCents } : { refusal };
      assertSame('new redemption', pickKeys(answer, expected), expected);
      if ('redemptionId' in answer) {
        fixture.links.set(answer.redemptionId, answer.link);
        model.recordRedemption(answer.redemptionId, where, who, amountCents);
      }
    }),
  );

const redeem = fc.tuple(index, fc.constantFrom(1, 1, 1, 3)).map(([number, times]) =>
  command(
    `redeem(${number}, ${times} at once)`,
    async (model, fixture) => {
      const redemption: ModelRedemption = nth(model.redemptions, number);
      const link = fixture.links.get(redemption.id) ?? '';
      const answers = await Promise.all(
        Array.from({ length: times }, () =>
          outcomeOf(counter(fixture, redemption.merchant).redeem({ link })),
        ),
      );
      const expected = model.redeem(redemption);
      for (const answer of answers) assertSame('redemption', pickKeys(answer, expected), expected);
      await compareBalances(model, fixture, [redemption]);
    },
    (model) => model.redemptions.length > 0,
  ),
);

/** A redemption and its confirmation in one: part of all there is, so that it reaches into several lots. */
const spend = fc.tuple(merchant, phone, fc.integer({ min: 1, max: 100 })).map(([where, who, percent]) =>
  command(
    `spend(${where}, ${who}, ${percent}%)`,
    async (model, fixture) => {
      const available = model.availableCents(where, who);
      const amountCents = Math.min(1_000_000_000, Math.ceil((available * percent) / 100));
      const created = await counter(fixture, where).createRedemption(who, amountCents);
      model.recordRedemption(created.redemptionId, where, who, amountCents);
      fixture.links.set(created.redemptionId, created.link);
      const expected = model.redeem(nth(model.redemptions, 0));
      assertSame('debit', pickKeys(await counter(fixture, where).redeem(created), expected), expected);
      await compareBalances(model, fixture, [{ merchant: where, phone: who }]);
    },
    (model) => model.availableCents(where, who) > 0,
  ),
);

/** Applies changes as a report does, so that later ones are added to existing rollups. */
const readReports = fc.constant(
  command('readReports()', async (model, fixture) => await compareRollups(model, fixture)),
);

const one = fc.oneof(
  { arbitrary: issue, weight: 3 },
  { arbitrary: earn, weight: 6 },
  { arbitrary: repeatIssue, weight: 1 },
  { arbitrary: openLink, weight: 4 },
  { arbitrary: openUnknown, weight: 1 },
  { arbitrary: createRedemption, weight: 4 },
  { arbitrary: redeem, weight: 4 },
  { arbitrary: spend, weight: 7 },
  { arbitrary: advance, weight: 3 },
  { arbitrary: advanceToMidnight, weight: 2 },
  { arbitrary: changeRules, weight: 2 },
  { arbitrary: runNightlyJob, weight: 1 },
  { arbitrary: readReports, weight: 1 },
  ...corrections,
);

export const commands: fc.Arbitrary<Command[]> = fc.array(one, { minLength: 10, maxLength: 50, size: 'max' });
