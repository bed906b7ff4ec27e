import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { type Counter, createCounter, DAY_MS, insertMerchant, type MovableClock } from './money-app.ts';

/** An act of a counter or its customers; a history of some months is made of them for reports. */

type Act =
  | { kind: 'sell'; seller: number; buyer: number; cents: number; isConfirmed: boolean }
  | { kind: 'reverse'; purchase: number; share: number }
  | { kind: 'redeem'; seller: number; buyer: number; share: number }
  | { kind: 'merge'; buyer: number; source: number };

const BUYERS = 5;
const buyer = fc.nat(BUYERS - 1);
const seller = fc.nat(1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      seller,
      buyer,
      // Near the borders of the values, alone and as sums.
      cents: fc.oneof(
        fc.constantFrom(10_000, 10_001, 20_000, 20_001, 50_000),
        fc.integer({ min: 1, max: 60_000 }),
      ),
      isConfirmed: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reverse' as const),
      purchase: fc.nat(30),
      share: fc.constantFrom(1, 2, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('redeem' as const),
      seller,
      buyer,
      share: fc.constantFrom(1, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), buyer, source: buyer }) },
);

/** Days between acts: often none, sometimes so many that every customer has changed the segment. */
const days = fc.constantFrom(0, 0, 1, 5, 15, 29, 30, 31, 60, 61);

export const histories = fc.record({
  timeZone: fc.constantFrom('America/Sao_Paulo', 'America/Noronha', 'Asia/Tokyo'),
  maturingDays: fc.constantFrom(0, 0, 2, 40),
  expirationDays: fc.constantFrom(undefined, 1, 30, 180),
  steps: fc.array(fc.record({ days, hours: fc.nat(23), act }), { minLength: 1, maxLength: 30 }),
});

export interface PlayedHistory {
  staff: StaffSession;
  timeZone: string;
}

/** Plays a history at a merchant of its own. */
export async function playHistory(
  { app, owner, clock }: { app: App; owner: pg.Pool; clock: MovableClock },
  history: typeof histories extends fc.Arbitrary<infer History> ? History : never,
): Promise<PlayedHistory> {
  const { timeZone, maturingDays, expirationDays } = history;
  const staff = await insertMerchant(owner, {
    time_zone: timeZone,
    cashback_available_immediately: maturingDays === 0,
    cashback_maturing_days: maturingDays || 1,
    cashback_expires: expirationDays !== undefined,
    cashback_expiration_days: expirationDays ?? 180,
  });
  const colleague = await insertColleague(owner, staff, { name: 'João' });
  const counters = [createCounter(app, staff), createCounter(app, colleague)];
  const phones = Array.from({ length: BUYERS }, freshPhone);
  const purchases: { transactionId: string; openCents: number }[] = [];
  for (const { days, hours, act } of history.steps) {
    clock.advance(days * DAY_MS + hours * 3_600_000);
    await play(counters, phones, purchases, act);
  }
  return { staff, timeZone };
}

async function play(
  counters: readonly Counter[],
  phones: readonly string[],
  purchases: { transactionId: string; openCents: number }[],
  act: Act,
): Promise<void> {
  const [main] = counters as [Counter];
  const counter = act.kind === 'sell' || act.kind === 'redeem' ? (counters[act.seller] ?? main) : main;
  if (act.kind === 'reverse') {
    const purchase = purchases[act.purchase % Math.max(purchases.length, 1)];
    const cents = purchase && Math.ceil(purchase.openCents / act.share);
    if (!cents) return;
    await counter.reversePurchase(purchase, cents);
    purchase.openCents -= cents;
    return;
  }
  const phone = phones[act.buyer] ?? '';
  if (act.kind === 'sell') {
    const purchase = await counter.issue(phone, act.cents);
    if (act.isConfirmed) await counter.open(purchase);
    purchases.push({ transactionId: purchase.transactionId, openCents: act.cents });
    return;
  }
  const known = async (each: string) => await counter.balance(each).catch(() => undefined);
  if (act.kind === 'redeem') {
    const cents = Math.ceil(((await known(phone))?.availableCents ?? 0) / act.share);
    if (cents > 0) await counter.spend(phone, cents);
    return;
  }
  const source = phones[act.source] ?? '';
  if (source !== phone && (await known(phone)) && (await known(source))) await counter.merge(phone, source);
}

/** Inserts another employee of the merchant. */
export async function insertColleague(
  owner: pg.Pool,
  staff: StaffSession,
  { name, isActive = true }: { name: string; isActive?: boolean },
): Promise<StaffSession> {
  const employeeId = randomUUID();
  const email = `${employeeId}@loja.example`;
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role, is_active) VALUES ($1, $2, $3, $4, 'manager', $5)`,
    [staff.merchantId, employeeId, name, email, isActive],
  );
  const employee = { ...staff.client.employee, id: employeeId, name, email, role: 'manager' as const };
  return { ...staff, employeeId, client: { ...staff.client, employee } };
}
