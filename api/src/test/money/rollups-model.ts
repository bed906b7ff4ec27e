import type { Customer, ModelSale, MoneyModel } from './model.ts';

/**
 * The rollups once more, from the model's lists alone and with nothing shared with the database's functions: days are
 * counted by hand, and a customer's days by going through their sales.
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
  /** In order, each once. */
  days: string[];
  sales: { day: string; cents: number }[];
}

export function modelRollups(model: MoneyModel, merchant: number): Rows {
  const dayOf = (moment: number) => {
    const local = moment + (model.rules[merchant]?.offsetHours ?? 0) * HOUR_MS;
    return new Date(Math.floor(local / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  };
  const sales = model.sales.filter(
    (sale) => sale.merchant === merchant && sale.reversedCents < sale.amountCents,
  );
  const buyers = buyersOf(sales, dayOf);
  return sorted({
    daily: days(model, merchant, sales, dayOf),
    visits: visits(buyers, (day) => day),
    visitMonths: visits(buyers, monthOf),
    cohorts: cohorts(buyers),
    customers: buyers.map((buyer) => {
      const { first, last, cents } = edgesOf(buyer);
      return `${buyer.phone} ${first} ${last} purchases=${buyer.sales.length} spent=${cents}`;
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

function buyersOf(sales: ModelSale[], dayOf: (moment: number) => string): Buyer[] {
  const buyers = new Map<string, Buyer>();
  for (const sale of sales) {
    const buyer = buyers.get(sale.phone) ?? { phone: sale.phone, days: [], sales: [] };
    const day = dayOf(sale.createdAt);
    if (!buyer.days.includes(day)) buyer.days = [...buyer.days, day].sort();
    buyer.sales.push({ day, cents: sale.amountCents - sale.reversedCents });
    buyers.set(sale.phone, buyer);
  }
  return [...buyers.values()];
}

function edgesOf(buyer: Buyer): { first: string; last: string; cents: number } {
  const cents = buyer.sales.reduce((sum, sale) => sum + sale.cents, 0);
  return { first: buyer.days[0] ?? '', last: buyer.days.at(-1) ?? '', cents };
}

function days(
  model: MoneyModel,
  merchant: number,
  sales: ModelSale[],
  dayOf: (moment: number) => string,
): string[] {
  const sums = new Sums();
  for (const sale of sales) {
    const cashback = sale.cashbackCents - sale.reversedCashbackCents;
    const isOpen = !sale.isScanned && cashback > 0;
    sums.add(dayOf(sale.createdAt), {
      purchases: 1,
      revenue: sale.amountCents - sale.reversedCents,
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
    for (const sale of buyer.sales) sums.add(`${cohort} in ${monthOf(sale.day)}`, { spent: sale.cents });
  }
  return sums.rows();
}

function segments(buyers: Buyer[]): string[] {
  const sums = new Sums();
  for (const buyer of buyers) {
    const { first, last, cents } = edgesOf(buyer);
    const frequency = buyer.sales.length > 3 ? 3 : buyer.sales.length > 1 ? 2 : 1;
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
