import type { Customer, ModelPurchase, MoneyModel } from './model.ts';

/**
 * The rollups once more, from the model's lists alone and with nothing shared with the database's functions:
 * days are counted by hand, and a customer's days by going through their purchases.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A row as text, without its zeros: a trace of something taken back is no difference. */
type Rows = Record<string, string[]>;

class Sums {
  private readonly sums = new Map<string, Record<string, number>>();

  add(key: string, amounts: Record<string, number>): void {
    const sum = this.sums.get(key) ?? {};
    for (const [name, amount] of Object.entries(amounts)) sum[name] = (sum[name] ?? 0) + amount;
    this.sums.set(key, sum);
  }

  rows(): string[] {
    return [...this.sums].flatMap(([key, sum]) => {
      const parts = Object.entries(sum)
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => `${name}=${amount}`);
      return parts.length > 0 ? [`${key} ${parts.sort().join(' ')}`] : [];
    });
  }
}

interface Buyer {
  phone: string;
  /** Days in order, each once. */
  days: string[];
  purchases: { day: string; cents: number }[];
}

export function modelRollups(model: MoneyModel, merchant: number): Rows {
  const dayOf = (moment: number) => {
    const local = moment + (model.rules[merchant]?.offsetHours ?? 0) * HOUR_MS;
    return new Date(Math.floor(local / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  };
  const purchases = model.purchases.filter(
    (purchase) => purchase.merchant === merchant && purchase.reversedCents < purchase.amountCents,
  );
  const buyers = buyersOf(purchases, dayOf);
  return sorted({
    daily: days(model, merchant, purchases, dayOf),
    visits: visits(buyers, (day) => day),
    visitMonths: visits(buyers, monthOf),
    cohorts: cohorts(buyers),
    customers: buyers.map((buyer) => {
      const { first, last, cents } = edgesOf(buyer);
      return `${buyer.phone} ${first} ${last} purchases=${buyer.purchases.length} spent=${cents}`;
    }),
    segments: segments(buyers),
    lots: lots(model, model.customersOf(merchant)),
  });
}

export function sorted(rows: Rows): Rows {
  const tables = Object.keys(rows).sort();
  return Object.fromEntries(tables.map((name) => [name, [...(rows[name] ?? [])].sort()]));
}

const monthOf = (day: string) => (day === 'never' ? day : `${day.slice(0, 7)}-01`);

function buyersOf(purchases: ModelPurchase[], dayOf: (moment: number) => string): Buyer[] {
  const buyers = new Map<string, Buyer>();
  for (const purchase of purchases) {
    const buyer = buyers.get(purchase.phone) ?? { phone: purchase.phone, days: [], purchases: [] };
    const day = dayOf(purchase.createdAt);
    if (!buyer.days.includes(day)) buyer.days = [...buyer.days, day].sort();
    buyer.purchases.push({ day, cents: purchase.amountCents - purchase.reversedCents });
    buyers.set(purchase.phone, buyer);
  }
  return [...buyers.values()];
}

function edgesOf(buyer: Buyer): { first: string; last: string; cents: number } {
  const cents = buyer.purchases.reduce((sum, purchase) => sum + purchase.cents, 0);
  return { first: buyer.days[0] ?? '', last: buyer.days.at(-1) ?? '', cents };
}

function days(
  model: MoneyModel,
  merchant: number,
  purchases: ModelPurchase[],
  dayOf: (moment: number) => string,
): string[] {
  const sums = new Sums();
  for (const purchase of purchases) {
    const cashback = purchase.cashbackCents - purchase.reversedCashbackCents;
    const isOpen = !purchase.isConfirmed && cashback > 0;
    sums.add(dayOf(purchase.createdAt), {
      purchases: 1,
      revenue: purchase.amountCents - purchase.reversedCents,
      cashback,
      unconfirmed: isOpen ? 1 : 0,
      unconfirmedCents: isOpen ? cashback : 0,
    });
  }
  for (const redemption of model.redemptions)
    if (redemption.merchant === merchant && redemption.isCompleted && !redemption.isReversed)
      sums.add(dayOf(redemption.createdAt), { redemptions: 1, redeemed: redemption.amountCents });
  for (const customer of model.customersOf(merchant))
    sums.add(dayOf(customer.createdAt), { newCustomers: 1 });
  return sums.rows();
}

function visits(buyers: Buyer[], group: (day: string) => string): string[] {
  const sums = new Sums();
  for (const buyer of buyers)
    for (const [index, day] of buyer.days.entries())
      sums.add(`${day} after ${group(buyer.days[index - 1] ?? 'never')}`, { visits: 1 });
  return sums.rows();
}

function cohorts(buyers: Buyer[]): string[] {
  const sums = new Sums();
  for (const buyer of buyers) {
    const cohort = monthOf(buyer.days[0] ?? '');
    for (const month of new Set(buyer.days.map(monthOf))) sums.add(`${cohort} in ${month}`, { customers: 1 });
    for (const purchase of buyer.purchases)
      sums.add(`${cohort} in ${monthOf(purchase.day)}`, { spent: purchase.cents });
  }
  return sums.rows();
}

function segments(buyers: Buyer[]): string[] {
  const sums = new Sums();
  for (const buyer of buyers) {
    const { first, last, cents } = edgesOf(buyer);
    const frequency = buyer.purchases.length > 3 ? 3 : buyer.purchases.length > 1 ? 2 : 1;
    const value = cents > 500_00 ? 3 : cents > 200_00 ? 2 : 1;
    for (const edge of [`first ${first}`, `last ${last}`])
      sums.add(`${edge} ${frequency}/${value}`, { customers: 1, spent: cents });
  }
  return sums.rows();
}

/** The remainder of an expired lot counts the same whether its expiry is settled yet or not. */
function lots(model: MoneyModel, customers: Customer[]): string[] {
  const sums = new Sums();
  for (const lot of customers.flatMap((customer) => customer.lots)) {
    const from = lot.availableAt === lot.createdAt ? 'at once' : new Date(lot.availableAt).toISOString();
    const until = Number.isFinite(lot.expiresAt) ? new Date(lot.expiresAt).toISOString() : 'never';
    const isExpired = lot.expiresAt <= model.now;
    sums.add(
      `${from} to ${until}`,
      isExpired ? { ended: lot.remainingCents } : { remaining: lot.remainingCents },
    );
  }
  return sums.rows();
}
