/**
 * The money rules once more, as plainly as they can be said: lists in memory, one customer after another, no database
 * and nothing shared with the product. Two implementations that agree on every step are wrong only together.
 */

const DAY_MS = 86_400_000;
const CASHBACK_LINK_MS = 30 * DAY_MS;
const REDEMPTION_LINK_MS = 15 * 60_000;

export interface ModelRules {
  rateBasisPoints: number;
  expirationDays: number | undefined;
  maturingDays: number;
  /** East of Greenwich; the zones used here keep it all year. */
  offsetHours: number;
}

export interface Lot {
  id: string;
  amountCents: number;
  remainingCents: number;
  createdAt: number;
  availableAt: number;
  expiresAt: number;
}

export interface Customer {
  createdAt: number;
  spentCents: number;
  creditedCents: number;
  /** undefined while no purchase is left. */
  lastPurchaseAt: number | undefined;
  lots: Lot[];
}

export interface ModelSale {
  id: string;
  shop: number;
  /** Of the customer whose it is now, which a correction or a merge may have changed since. */
  phone: string;
  issuedTo: string;
  amountCents: number;
  rateBasisPoints: number;
  cashbackCents: number;
  createdAt: number;
  linkEndsAt: number;
  isScanned: boolean;
  reversedCents: number;
  reversedCashbackCents: number;
  /** What was still to be credited when the code was scanned. */
  scanned: { amountCents: number; cashbackCents: number } | undefined;
  /** Of what was reversed after the scan: unused when it expired, and spent before it could be taken back. */
  forgoneCents: number;
  shortfallCents: number;
}

export interface ModelRedemption {
  id: string;
  shop: number;
  phone: string;
  amountCents: number;
  createdAt: number;
  linkEndsAt: number;
  isCompleted: boolean;
  isReversed: boolean;
  /** What it took from each lot. */
  draws: { lot: Lot; cents: number }[];
}

/** A refusal by its code, or what was answered. */
export type Outcome<Answer> = { refusal: string } | Answer;

export class MoneyModel {
  readonly sales: ModelSale[] = [];
  readonly redemptions: ModelRedemption[] = [];
  readonly customers = new Map<string, Customer>();

  constructor(
    readonly rules: ModelRules[],
    public now: number,
  ) {}

  customer(shop: number, phone: string): Customer | undefined {
    return this.customers.get(`${shop}/${phone}`);
  }

  /** A shop's customers by phone. */
  customersOf(shop: number): (Customer & { phone: string })[] {
    return [...this.customers]
      .filter(([key]) => key.startsWith(`${shop}/`))
      .map(([key, customer]) => ({ phone: key.slice(key.indexOf('/') + 1), ...customer }))
      .sort((a, b) => (a.phone < b.phone ? -1 : 1));
  }

  /** Local midnight `days` days after the local day of `moment`. */
  dayStart(shop: number, moment: number, days: number): number {
    const offset = (this.rules[shop] as ModelRules).offsetHours * 3_600_000;
    return (Math.floor((moment + offset) / DAY_MS) + days) * DAY_MS - offset;
  }

  availableCents(shop: number, phone: string): number {
    return this.openLots(shop, phone)
      .filter((lot) => lot.availableAt <= this.now)
      .reduce((sum, lot) => sum + lot.remainingCents, 0);
  }

  balanceCents(shop: number, phone: string): number {
    return this.openLots(shop, phone).reduce((sum, lot) => sum + lot.remainingCents, 0);
  }

  openLots(shop: number, phone: string): Lot[] {
    return (this.customer(shop, phone)?.lots ?? []).filter((lot) => lot.expiresAt > this.now);
  }

  recordSale(id: string, shop: number, phone: string, amountCents: number): ModelSale {
    const customer = this.customer(shop, phone) ?? {
      createdAt: this.now,
      spentCents: 0,
      creditedCents: 0,
      lastPurchaseAt: 0,
      lots: [],
    };
    customer.spentCents += amountCents;
    customer.lastPurchaseAt = this.now;
    this.customers.set(`${shop}/${phone}`, customer);
    const sale = {
      id,
      shop,
      phone,
      issuedTo: phone,
      amountCents,
      rateBasisPoints: (this.rules[shop] as ModelRules).rateBasisPoints,
      cashbackCents: cashbackOf(amountCents, (this.rules[shop] as ModelRules).rateBasisPoints),
      createdAt: this.now,
      linkEndsAt: this.now + CASHBACK_LINK_MS,
      isScanned: false,
      reversedCents: 0,
      reversedCashbackCents: 0,
      scanned: undefined,
      forgoneCents: 0,
      shortfallCents: 0,
    };
    this.sales.push(sale);
    return sale;
  }

  open(sale: ModelSale): Outcome<{ amountCents: number; cashbackCents: number; availableCents: number }> {
    if (sale.reversedCents === sale.amountCents) return { refusal: 'invalid_token' };
    if (!sale.isScanned && this.now >= sale.linkEndsAt) return { refusal: 'invalid_token' };
    if (!sale.isScanned) this.credit(sale);
    return {
      ...(sale.scanned as { amountCents: number; cashbackCents: number }),
      availableCents: this.availableCents(sale.shop, sale.phone),
    };
  }

  private credit(sale: ModelSale): void {
    sale.isScanned = true;
    const cashbackCents = sale.cashbackCents - sale.reversedCashbackCents;
    sale.scanned = { amountCents: sale.amountCents - sale.reversedCents, cashbackCents };
    if (cashbackCents === 0) return;
    const { maturingDays } = this.rules[sale.shop] as ModelRules;
    const availableAt = maturingDays === 0 ? this.now : this.dayStart(sale.shop, this.now, maturingDays);
    this.addLot(sale.shop, sale.phone, { id: sale.id, cents: cashbackCents, availableAt });
    (this.customer(sale.shop, sale.phone) as Customer).creditedCents += cashbackCents;
  }

  addLot(shop: number, phone: string, lot: { id: string; cents: number; availableAt: number }): void {
    const { expirationDays } = this.rules[shop] as ModelRules;
    (this.customer(shop, phone) as Customer).lots.push({
      id: lot.id,
      amountCents: lot.cents,
      remainingCents: lot.cents,
      createdAt: this.now,
      availableAt: lot.availableAt,
      expiresAt:
        expirationDays === undefined
          ? Number.POSITIVE_INFINITY
          : this.dayStart(shop, lot.availableAt, expirationDays + 1),
    });
  }

  /** Why a redemption of this amount would not be created; undefined when it would. */
  refusalOfRedemption(shop: number, phone: string, amountCents: number): string | undefined {
    if (this.customer(shop, phone) === undefined) return 'customer_not_found';
    const available = this.availableCents(shop, phone);
    if (available === 0) return 'no_balance';
    return available < amountCents ? 'amount_above_balance' : undefined;
  }

  recordRedemption(id: string, shop: number, phone: string, amountCents: number): void {
    const linkEndsAt = this.now + REDEMPTION_LINK_MS;
    this.redemptions.push({
      id,
      shop,
      phone,
      amountCents,
      createdAt: this.now,
      linkEndsAt,
      isCompleted: false,
      isReversed: false,
      draws: [],
    });
  }

  redeem(redemption: ModelRedemption): Outcome<{ amountCents: number; availableCents: number }> {
    const { shop, phone, amountCents } = redemption;
    if (redemption.isReversed) return { refusal: 'invalid_token' };
    if (!redemption.isCompleted) {
      if (this.now >= redemption.linkEndsAt) return { refusal: 'invalid_token' };
      if (this.availableCents(shop, phone) < amountCents) return { refusal: 'insufficient_balance' };
      this.debit(redemption);
    }
    return { amountCents, availableCents: this.availableCents(shop, phone) };
  }

  private debit(redemption: ModelRedemption): void {
    redemption.isCompleted = true;
    const spendable = this.openLots(redemption.shop, redemption.phone).filter(
      (lot) => lot.availableAt <= this.now,
    );
    redemption.draws = draw(redemption.amountCents, allocationOrder(spendable));
  }
}

/** Value × rate, half up. */
export function cashbackOf(amountCents: number, rateBasisPoints: number): number {
  return Number((BigInt(amountCents) * BigInt(rateBasisPoints) + 5_000n) / 10_000n);
}

/** Nearest expiry first, then oldest, then id; never-expiring last. */
export function allocationOrder(lots: Lot[]): Lot[] {
  return [...lots].sort(
    (a, b) =>
      (a.expiresAt === b.expiresAt ? 0 : a.expiresAt - b.expiresAt) ||
      a.createdAt - b.createdAt ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Takes up to `cents` from these lots, one after another. */
export function draw(cents: number, lots: Lot[]): { lot: Lot; cents: number }[] {
  const draws: { lot: Lot; cents: number }[] = [];
  let open = cents;
  for (const lot of lots) {
    const taken = Math.min(open, lot.remainingCents);
    if (taken > 0) draws.push({ lot, cents: taken });
    lot.remainingCents -= taken;
    open -= taken;
  }
  return draws;
}
