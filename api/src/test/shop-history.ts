import { randomUUID } from 'node:crypto';
import { addDays, dayAt } from 'domain/report-periods';
import fc from 'fast-check';
import type { StaffSession } from '../auth/lucia.ts';
import type { App } from '../context.ts';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { addSpend } from '../spend/add-spend.ts';
import { removeSpend } from '../spend/remove-spend.ts';
import { createTill, type MovableClock, type Till } from './money-app.ts';

/** What happened at a shop, kept in lists as it happens, so that reports can be told once more. All days are the shop's. */
export interface History {
  /** By phone. */
  buyers: Map<string, { since: string }>;
  sales: { id: string; phone: string; day: string; leftCents: number }[];
  redemptions: { id: string; day: string; amountCents: number; isUndone: boolean }[];
  spend: { id: string; amountCents: number; date: string }[];
}

export interface HistoricShop extends History {
  app: App;
  staff: StaffSession;
  till: Till;
  clock: MovableClock;
  timeZone: string;
}

export function openHistory(
  app: App,
  staff: StaffSession,
  clock: MovableClock,
  timeZone: string,
): HistoricShop {
  const till = createTill(app, staff);
  return { app, staff, till, clock, timeZone, buyers: new Map(), sales: [], redemptions: [], spend: [] };
}

const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
const HOUR_MS = 3_600_000;
const REDEMPTION_MS = 10 * 60_000;

const who = fc.integer({ min: 0, max: 5 }).map((number) => `1190000000${number}`);
const cents = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 50_000 }));
const nth = fc.nat(20);
const mostly = fc.constantFrom(true, true, true, false);

/** One thing that happens; what cannot happen (an unknown customer, nothing to undo) does not. */
export const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('sell'), who, cents, isScanned: mostly }) },
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
  isScanned: boolean;
  isWhole: boolean;
  isSlow: boolean;
  isBefore: boolean;
}>;

type Act = (shop: HistoricShop, step: Required<Step>) => Promise<void>;
const pick = <Item>(items: Item[], number: number): Item | undefined => items[number % items.length];
const today = ({ clock, timeZone }: HistoricShop) => dayAt(clock.now(), timeZone);

const ACTS: Record<string, Act> = {
  async sell(shop, { who, cents, isScanned }) {
    const sale = await (isScanned ? shop.till.earn(who, cents) : shop.till.issue(who, cents));
    const day = today(shop);
    if (!shop.buyers.has(who)) shop.buyers.set(who, { since: day });
    shop.sales.push({ id: sale.transactionId, phone: who, day, leftCents: cents });
  },

  async signUp(shop, { who }) {
    const slug = shop.staff.client.merchant.signupLinkSlug;
    await signUpCustomer(shop.app, undefined, { slug, name: 'Ana', phone: who });
    if (!shop.buyers.has(who)) shop.buyers.set(who, { since: today(shop) });
  },

  async reverse(shop, { nth, isWhole }) {
    const open = shop.sales.filter(({ leftCents }) => leftCents > 0);
    const sale = pick(open, nth);
    if (!sale) return;
    const cents = isWhole ? sale.leftCents : Math.ceil(sale.leftCents / 3);
    await shop.till.reversePurchase({ transactionId: sale.id }, cents);
    sale.leftCents -= cents;
  },

  /** Half of what there is. The customer may be slow to confirm, so that midnight passes meanwhile. */
  async redeem(shop, { who, isSlow }) {
    if (!shop.buyers.has(who)) return;
    const { availableCents } = await shop.till.balance(who);
    if (availableCents === 0) return;
    const amountCents = Math.ceil(availableCents / 2);
    const redemption = await shop.till.createRedemption(who, amountCents);
    const day = today(shop);
    if (isSlow) shop.clock.advance(REDEMPTION_MS);
    await shop.till.redeem(redemption);
    shop.redemptions.push({ id: redemption.redemptionId, day, amountCents, isUndone: false });
  },

  async undo(shop, { nth }) {
    const standing = shop.redemptions.filter(({ isUndone }) => !isUndone);
    const redemption = pick(standing, nth);
    if (!redemption) return;
    await shop.till.reverseRedemption({ redemptionId: redemption.id });
    redemption.isUndone = true;
  },

  async merge(shop, { who, other }) {
    const [kept, gone] = [shop.buyers.get(who), shop.buyers.get(other)];
    if (!kept || !gone || who === other) return;
    await shop.till.merge(who, other);
    if (gone.since < kept.since) kept.since = gone.since;
    shop.buyers.delete(other);
    for (const sale of shop.sales) if (sale.phone === other) sale.phone = who;
  },

  async invest(shop, { cents, days }) {
    const date = addDays(today(shop), days);
    const input = { operationId: randomUUID(), amountCents: cents, date };
    shop.spend.push(await addSpend(shop.app, shop.staff, REQUEST, input));
  },

  async takeBack(shop, { nth }) {
    const entry = pick(shop.spend, nth);
    if (!entry) return;
    await removeSpend(shop.app, shop.staff, REQUEST, { id: entry.id });
    shop.spend.splice(shop.spend.indexOf(entry), 1);
  },

  async wait(shop, { hours }) {
    shop.clock.advance(hours * HOUR_MS);
  },

  /** To the first moment of the next day, or to the last one before it. */
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

export async function take(shop: HistoricShop, step: Step): Promise<void> {
  await ACTS[step.does]?.(shop, step as Required<Step>);
}
