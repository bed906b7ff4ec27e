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

interface Lot {
  id: string;
  amountCents: number;
  remainingCents: number;
  createdAt: number;
  availableAt: number;
  expiresAt: number;
}

interface Customer {
  spentCents: number;
  creditedCents: number;
  lastPurchaseAt: number;
  lots: Lot[];
}

export interface ModelSale {
  id: string;
  shop: number;
  phone: string;
  amountCents: number;
  rateBasisPoints: number;
  cashbackCents: number;
  linkEndsAt: number;
  isScanned: boolean;
}

export interface ModelRedemption {
  id: string;
  shop: number;
  phone: string;
  amountCents: number;
  linkEndsAt: number;
  isCompleted: boolean;
}

/** A refusal by its code, or what was answered. */
export type Outcome<Answer> = { refusal: string } | Answer;

export class MoneyModel {
  readonly sales: ModelSale[] = [];
  readonly redemptions: ModelRedemption[] = [];
  private readonly customers = new Map<string, Customer>();

  constructor(
    readonly rules: ModelRules[],
    public now: number,
  ) {}

  customer(shop: number, phone: string): Customer | undefined {
    return this.customers.get(`${shop}/${phone}`);
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

  private openLots(shop: number, phone: string): Lot[] {
    return (this.customer(shop, phone)?.lots ?? []).filter((lot) => lot.expiresAt > this.now);
  }

  /** What would be credited for a sale now. */
  cashbackOf(shop: number, amountCents: number): number {
    const rate = BigInt((this.rules[shop] as ModelRules).rateBasisPoints);
    return Number((BigInt(amountCents) * rate + 5_000n) / 10_000n);
  }

  recordSale(id: string, shop: number, phone: string, amountCents: number): ModelSale {
    const customer = this.customer(shop, phone) ?? {
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
      amountCents,
      rateBasisPoints: (this.rules[shop] as ModelRules).rateBasisPoints,
      cashbackCents: this.cashbackOf(shop, amountCents),
      linkEndsAt: this.now + CASHBACK_LINK_MS,
      isScanned: false,
    };
    this.sales.push(sale);
    return sale;
  }

  open(sale: ModelSale): Outcome<{ cashbackCents: number; availableCents: number }> {
    if (!sale.isScanned && this.now >= sale.linkEndsAt) return { refusal: 'invalid_token' };
    if (!sale.isScanned) this.credit(sale);
    return {
      cashbackCents: sale.cashbackCents,
      availableCents: this.availableCents(sale.shop, sale.phone),
    };
  }

  private credit(sale: ModelSale): void {
    sale.isScanned = true;
    if (sale.cashbackCents === 0) return;
    const { maturingDays, expirationDays } = this.rules[sale.shop] as ModelRules;
    const availableAt = maturingDays === 0 ? this.now : this.dayStart(sale.shop, this.now, maturingDays);
    const expiresAt =
      expirationDays === undefined
        ? Number.POSITIVE_INFINITY
        : this.dayStart(sale.shop, availableAt, expirationDays + 1);
    const customer = this.customer(sale.shop, sale.phone) as Customer;
    customer.creditedCents += sale.cashbackCents;
    customer.lots.push({
      id: sale.id,
      amountCents: sale.cashbackCents,
      remainingCents: sale.cashbackCents,
      createdAt: this.now,
      availableAt,
      expiresAt,
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
    this.redemptions.push({ id, shop, phone, amountCents, linkEndsAt, isCompleted: false });
  }

  redeem(redemption: ModelRedemption): Outcome<{ amountCents: number; availableCents: number }> {
    const { shop, phone, amountCents } = redemption;
    if (!redemption.isCompleted) {
      if (this.now >= redemption.linkEndsAt) return { refusal: 'invalid_token' };
      if (this.availableCents(shop, phone) < amountCents) return { refusal: 'insufficient_balance' };
      this.debit(redemption);
    }
    return { amountCents, availableCents: this.availableCents(shop, phone) };
  }

  private debit(redemption: ModelRedemption): void {
    redemption.isCompleted = true;
    const spendable = this.openLots(redemption.shop, redemption.phone)
      .filter((lot) => lot.availableAt <= this.now)
      .sort(
        (a, b) =>
          (a.expiresAt === b.expiresAt ? 0 : a.expiresAt - b.expiresAt) ||
          a.createdAt - b.createdAt ||
          (a.id < b.id ? -1 : 1),
      );
    let open = redemption.amountCents;
    for (const lot of spendable) {
      const taken = Math.min(open, lot.remainingCents);
      lot.remainingCents -= taken;
      open -= taken;
    }
  }
}
