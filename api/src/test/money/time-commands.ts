import fc from 'fast-check';
import { settleInTime } from '../money-app.ts';
import type { ModelRules, MoneyModel } from './model.ts';
import { compareBalances, type ModelFixture, ZONES } from './model-fixture.ts';

/** A step that model and product take together; it compares what came out. */
export type Command = fc.AsyncCommand<MoneyModel, ModelFixture>;

export const PHONES = ['11900000001', '11900000002', '11900000003'];
const MERCHANTS = [0, 1];
const EVERYONE = MERCHANTS.flatMap((merchant) => PHONES.map((phone) => ({ merchant, phone })));

export function command(text: string, run: Command['run'], check: Command['check'] = () => true): Command {
  return { check, run, toString: () => text };
}

// Mostly the same customer of the same merchant, so that much happens to one balance.
export const merchant = fc.constantFrom(0, 0, 0, ...MERCHANTS);
const [OFTEN = ''] = PHONES;
export const phone = fc.constantFrom(OFTEN, OFTEN, OFTEN, ...PHONES);

/** The same item for the same number, whatever there is by then; new ones are likelier. */
export const nth = <Item>(items: Item[], number: number): Item =>
  items[items.length - 1 - (number % items.length)] as Item;
export const index = fc.oneof(fc.constantFrom(0, 1), fc.nat(20));
export const rules: fc.Arbitrary<ModelRules> = fc.record({
  rateBasisPoints: fc.oneof(fc.constantFrom(10, 500, 10_000), fc.integer({ min: 10, max: 10_000 })),
  earningMinPurchaseCents: fc.constantFrom(0, 0, 0, 500, 5_000),
  expirationDays: fc.option(fc.constantFrom(1, 2, 7, 30, 180), { nil: undefined }),
  maturingDays: fc.constantFrom(0, 0, 1, 3, 30),
  offsetHours: fc.constantFrom(...Object.keys(ZONES).map(Number)),
});

const minutes = fc
  .integer({ min: 1, max: 30 })
  .map((count) => ({ text: `${count} min`, ms: count * 60_000 }));
const hours = fc.integer({ min: 1, max: 30 }).map((count) => ({ text: `${count} h`, ms: count * 3_600_000 }));
const days = fc
  .constantFrom(1, 2, 7, 29, 30, 31, 181)
  .map((count) => ({ text: `${count} days`, ms: count * 86_400_000 }));
const exactly = fc.constantFrom(1, 899_999, 900_000).map((ms) => ({ text: `${ms} ms`, ms }));

export const advance = fc.oneof(minutes, hours, days, exactly).map(({ text, ms }) =>
  command(`advance(${text})`, async (model, fixture) => {
    model.now += ms;
    fixture.clock.advance(ms);
    await compareBalances(model, fixture, EVERYONE);
  }),
);

/** Advances to the last millisecond of a merchant's day, or the first of the next. */
export const advanceToMidnight = fc.tuple(merchant, fc.constantFrom(-1, 0)).map(([where, ms]) =>
  command(`advanceToMidnight(${where}, ${ms} ms)`, async (model, fixture) => {
    model.now = Math.max(model.now, model.dayStart(where, model.now, 1) + ms);
    fixture.clock.set(new Date(model.now));
    await compareBalances(model, fixture, EVERYONE);
  }),
);

/**
 * The job that posts what time alone has changed. The database is shared, the clock is not: only this
 * fixture's merchants.
 */
export const runNightlyJob = fc.constant(
  command('runNightlyJob()', async (model, fixture) => {
    const ours = new Set(fixture.staff.map((each) => each.merchantId));
    const { tenancy } = fixture.app;
    const lookup: typeof tenancy.lookup = async (statement, values) =>
      (await tenancy.lookup<{ id?: string }>(statement, values)).filter(
        ({ id }) => id === undefined || ours.has(id),
      ) as never;
    const settled = await settleInTime({ ...fixture.app, tenancy: { ...tenancy, lookup } });
    if (settled.failed > 0) throw new Error(`${settled.failed} customers could not be settled`);
    await compareBalances(model, fixture, EVERYONE);
  }),
);

export const changeRules = fc.tuple(merchant, rules).map(([where, next]) =>
  command(`changeRules(${where}, ${JSON.stringify(next)})`, async (model, fixture) => {
    model.rules[where] = next;
    await fixture.applyRules(where, next);
    await compareBalances(model, fixture, EVERYONE);
  }),
);
