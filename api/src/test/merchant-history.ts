import { randomUUID } from 'node:crypto';
import { addDays, dayAt } from 'domain/report-periods';
import fc from 'fast-check';
import type { App } from '../context.ts';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { addSpend } from '../spend/add-spend.ts';
import { removeSpend } from '../spend/remove-spend.ts';
import type { StaffSession } from '../staff-session.ts';
import { type Counter, createCounter, type MovableClock } from './money-app.ts';

/** A day and what the merchant's clock shows, 'HH:MM:SS.mmm'. */
export interface Moment {
  day: string;
  time: string;
}

/**
 * The history of a merchant, kept in lists as it happens, so that reports can be computed a second time. All
 * days are the merchant's.
 */
export interface History {
  /** Customers by phone. */
  buyers: Map<string, Moment>;
  purchases: (Moment & { id: string; phone: string; leftCents: number })[];
  redemptions: (Moment & { id: string; amountCents: number; isUndone: boolean })[];
  spend: { id: string; amountCents: number; date: string }[];
}

export interface HistoricMerchant extends History {
  app: App;
  staff: StaffSession;
  counter: Counter;
  clock: MovableClock;
  timeZone: string;
  /** Its first day. */
  since: string;
}

export function openHistory(
  app: App,
  staff: StaffSession,
  clock: MovableClock,
  timeZone: string,
): HistoricMerchant {
  const counter = createCounter(app, staff);
  return {
    app,
    staff,
    counter,
    clock,
    timeZone,
    since: dayAt(clock.now(), timeZone),
    buyers: new Map(),
    purchases: [],
    redemptions: [],
    spend: [],
  };
}

const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
const HOUR_MS = 3_600_000;
const REDEMPTION_MS = 10 * 60_000;

const who = fc.integer({ min: 0, max: 5 }).map((number) => `1190000000${number}`);
const cents = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 50_000 }));
const nth = fc.nat(20);
const mostly = fc.constantFrom(true, true, true, false);

/** One act of the history; an impossible one (an unknown customer, nothing to undo) has no effect. */
export const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('sell'), who, cents, isConfirmed: mostly }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('signUp'), who }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reverse'), nth, isWhole: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('redeem'), who, isSlow: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('undo'), nth }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('merge'), who, other: who }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('invest'), cents, days: fc.integer({ min: -40, max: 10 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('takeBack'), nth }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('wait'), hours: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('wait'), hours: fc.integer({ min: 300, max: 1_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('waitForMidnight'), isBefore: fc.boolean() }) },
);
export type Step = { does: string } & Partial<{
  who: string;
  other: string;
  cents: number;
  days: number;
  hours: number;
  nth: number;
  isConfirmed: boolean;
  isWhole: boolean;
  isSlow: boolean;
  isBefore: boolean;
}>;

type Act = (merchant: HistoricMerchant, step: Required<Step>) => Promise<void>;
const pick = <Item>(items: Item[], number: number): Item | undefined => items[number % items.length];
const today = ({ clock, timeZone }: HistoricMerchant) => dayAt(clock.now(), timeZone);

export function momentOf({ clock, timeZone }: Pick<HistoricMerchant, 'clock' | 'timeZone'>): Moment {
  // Sweden writes times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'medium' });
  const milliseconds = String(clock.now().getUTCMilliseconds()).padStart(3, '0');
  return { day: dayAt(clock.now(), timeZone), time: `${format.format(clock.now())}.${milliseconds}` };
}

const isEarlier = (one: Moment, other: Moment) => one.day + one.time < other.day + other.time;

const ACTS: Record<string, Act> = {
  async sell(merchant, { who, cents, isConfirmed }) {
    const purchase = await (isConfirmed
      ? merchant.counter.earn(who, cents)
      : merchant.counter.issue(who, cents));
    const moment = momentOf(merchant);
    if (!merchant.buyers.has(who)) merchant.buyers.set(who, moment);
    merchant.purchases.push({ ...moment, id: purchase.transactionId, phone: who, leftCents: cents });
  },

  async signUp(merchant, { who }) {
    const slug = merchant.staff.client.merchant.signupLinkSlug;
    await signUpCustomer(merchant.app, undefined, REQUEST, { slug, name: 'Ana', phone: who });
    if (!merchant.buyers.has(who)) merchant.buyers.set(who, momentOf(merchant));
  },

  async reverse(merchant, { nth, isWhole }) {
    const open = merchant.purchases.filter(({ leftCents }) => leftCents > 0);
    const purchase = pick(open, nth);
    if (!purchase) return;
    const cents = isWhole ? purchase.leftCents : Math.ceil(purchase.leftCents / 3);
    await merchant.counter.reversePurchase({ transactionId: purchase.id }, cents);
    purchase.leftCents -= cents;
  },

  /** Half of what there is. The customer may be slow to confirm, so that midnight passes meanwhile. */
  async redeem(merchant, { who, isSlow }) {
    if (!merchant.buyers.has(who)) return;
    const { availableCents } = await merchant.counter.balance(who);
    if (availableCents === 0) return;
    const amountCents = Math.ceil(availableCents / 2);
    const redemption = await merchant.counter.createRedemption(who, amountCents);
    const moment = momentOf(merchant);
    if (isSlow) merchant.clock.advance(REDEMPTION_MS);
    await merchant.counter.redeem(redemption);
    merchant.redemptions.push({ ...moment, id: redemption.redemptionId, amountCents, isUndone: false });
  },

  async undo(merchant, { nth }) {
    const standing = merchant.redemptions.filter(({ isUndone }) => !isUndone);
    const redemption = pick(standing, nth);
    if (!redemption) return;
    await merchant.counter.reverseRedemption({ redemptionId: redemption.id });
    redemption.isUndone = true;
  },

  async merge(merchant, { who, other }) {
    const [kept, gone] = [merchant.buyers.get(who), merchant.buyers.get(other)];
    if (!kept || !gone || who === other) return;
    await merchant.counter.merge(who, other);
    if (isEarlier(gone, kept)) merchant.buyers.set(who, gone);
    merchant.buyers.delete(other);
    for (const purchase of merchant.purchases) if (purchase.phone === other) purchase.phone = who;
  },

  async invest(merchant, { cents, days }) {
    const date = addDays(today(merchant), days);
    const input = { operationId: randomUUID(), amountCents: cents, date };
    merchant.spend.push(await addSpend(merchant.app, merchant.staff, REQUEST, input));
  },

  async takeBack(merchant, { nth }) {
    const entry = pick(merchant.spend, nth);
    if (!entry) return;
    await removeSpend(merchant.app, merchant.staff, REQUEST, { id: entry.id });
    merchant.spend.splice(merchant.spend.indexOf(entry), 1);
  },

  async wait(merchant, { hours }) {
    merchant.clock.advance(hours * HOUR_MS);
  },

  /** Waits until the first moment of the next day, or the last one before it. */
  async waitForMidnight({ clock, timeZone }, { isBefore }) {
    const day = dayAt(clock.now(), timeZone);
    let [early, late] = [clock.now().getTime(), clock.now().getTime() + 26 * HOUR_MS];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (dayAt(new Date(middle), timeZone) === day) early = middle;
      else late = middle;
    }
    clock.set(new Date(isBefore ? early : late));
  },
};

export async function take(merchant: HistoricMerchant, step: Step): Promise<void> {
  await ACTS[step.does]?.(merchant, step as Required<Step>);
}
