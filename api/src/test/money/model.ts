/**
 * The money rules once more, as plainly as they can be said: lists in memory, one customer after another, no
 * database and nothing shared with the product. Two implementations that agree on every step are wrong only
 * together.
 */

const DAY_MS = 86_400_000;
const CASHBACK_LINK_MS = 30 * DAY_MS;
const REDEMPTION_LINK_MS = 15 * 60_000;
/** Time for which a used link shows its receipt. */
const RECEIPT_MS = DAY_MS;

export interface ModelRules {
  rateBasisPoints: number;
  earningMinPurchaseCents: number;
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

export interface ModelPurchase {
  id: string;
  merchant: number;
  /** Phone of the customer who has the purchase now, which a correction or a merge may have changed since. */
  phone: string;
  issuedTo: string;
  amountCents: number;
  rateBasisPoints: number;
  cashbackCents: number;
  createdAt: number;
  linkEndsAt: number;
  isConfirmed: boolean;
  confirmedAt: number;
  reversedCents: number;
  reversedCashbackCents: number;
  /** The amounts still to be credited when the code was confirmed. */
  confirmed: { amountCents: number; cashbackCents: number } | undefined;
  /**
   * Centavos reversed after the confirmation that had expired unused, and that were spent before they could
   * be taken back.
   */
  forgoneCents: number;
  shortfallCents: number;
}

export interface ModelRedemption {
  id: string;
  merchant: number;
  phone: string;
  amountCents: number;
  createdAt: number;
  linkEndsAt: number;
  isCompleted: boolean;
  completedAt: number;
  isReversed: boolean;
  /** The centavos that it took from each lot. */
  draws: { lot: Lot; cents: number }[];
}

/** The code of a refusal, or the answer. */
export type Outcome<Answer> = { refusal: string } | Answer;

export class MoneyModel {
  readonly purchases: ModelPurchase[] = [];
  readonly redemptions: ModelRedemption[] = [];
  readonly customers = new Map<string, Customer>();

  constructor(
    readonly rules: ModelRules[],
    public now: number,
  ) {}

  customer(merchant: number, phone: string): Customer | undefined {
    return this.customers.get(`${merchant}/${phone}`);
  }

  /** A merchant's customers by phone. */
  customersOf(merchant: number): (Customer & { phone: string })[] {
    return [...this.customers]
      .filter(([key]) => key.startsWith(`${merchant}/`))
      .map(([key, customer]) => ({ phone: key.slice(key.indexOf('/') + 1), ...customer }))
      .sort((a, b) => (a.phone < b.phone ? -1 : 1));
  }

  /** Local midnight `days` days after the local day of `moment`. */
  dayStart(merchant: number, moment: number, days: number): number {
    const offset = (this.rules[merchant] as ModelRules).offsetHours * 3_600_000;
    return (Math.floor((moment + offset) / DAY_MS) + days) * DAY_MS - offset;
  }

  availableCents(merchant: number, phone: string): number {
    return this.openLots(merchant, phone)
      .filter((lot) => lot.availableAt <= this.now)
      .reduce((sum, lot) => sum + lot.remainingCents, 0);
  }

  balanceCents(merchant: number, phone: string): number {
    return this.openLots(merchant, phone).reduce((sum, lot) => sum + lot.remainingCents, 0);
  }

  openLots(merchant: number, phone: string): Lot[] {
    return (this.customer(merchant, phone)?.lots ?? []).filter((lot) => lot.expiresAt > this.now);
  }

  recordPurchase(id: string, merchant: number, phone: string, amountCents: number): ModelPurchase {
    const customer = this.customer(merchant, phone) ?? {
      createdAt: this.now,
      spentCents: 0,
      creditedCents: 0,
      lastPurchaseAt: 0,
      lots: [],
    };
    customer.spentCents += amountCents;
    customer.lastPurchaseAt = this.now;
    this.customers.set(`${merchant}/${phone}`, customer);
    const rules = this.rules[merchant] as ModelRules;
    const rateBasisPoints = amountCents < rules.earningMinPurchaseCents ? 0 : rules.rateBasisPoints;
    const purchase = {
      id,
      merchant,
      phone,
      issuedTo: phone,
      amountCents,
      rateBasisPoints,
      cashbackCents: cashbackOf(amountCents, rateBasisPoints),
      createdAt: this.now,
      linkEndsAt: this.now + CASHBACK_LINK_MS,
      isConfirmed: false,
      confirmedAt: Number.POSITIVE_INFINITY,
      reversedCents: 0,
      reversedCashbackCents: 0,
      confirmed: undefined,
      forgoneCents: 0,
      shortfallCents: 0,
    };
    this.purchases.push(purchase);
    return purchase;
  }

  open(
    purchase: ModelPurchase,
  ): Outcome<{ amountCents: number; cashbackCents: number; availableCents: number }> {
    if (purchase.reversedCents === purchase.amountCents) return { refusal: 'invalid_token' };
    if (!purchase.isConfirmed && this.now >= purchase.linkEndsAt) return { refusal: 'invalid_token' };
    if (!purchase.isConfirmed) this.credit(purchase);
    if (this.now >= purchase.confirmedAt + RECEIPT_MS)
      return { amountCents: 0, cashbackCents: 0, availableCents: 0 };
    return {
      ...(purchase.confirmed as { amountCents: number; cashbackCents: number }),
      availableCents: this.availableCents(purchase.merchant, purchase.phone),
    };
  }

  private credit(purchase: ModelPurchase): void {
    purchase.isConfirmed = true;
    purchase.confirmedAt = this.now;
    const cashbackCents = purchase.cashbackCents - purchase.reversedCashbackCents;
    purchase.confirmed = { amountCents: purchase.amountCents - purchase.reversedCents, cashbackCents };
    if (cashbackCents === 0) return;
    const { maturingDays } = this.rules[purchase.merchant] as ModelRules;
    const availableAt =
      maturingDays === 0 ? this.now : this.dayStart(purchase.merchant, this.now, maturingDays);
    this.addLot(purchase.merchant, purchase.phone, { id: purchase.id, cents: cashbackCents, availableAt });
    (this.customer(purchase.merchant, purchase.phone) as Customer).creditedCents += cashbackCents;
  }

  addLot(merchant: number, phone: string, lot: { id: string; cents: number; availableAt: number }): void {
    const { expirationDays } = this.rules[merchant] as ModelRules;
    (this.customer(merchant, phone) as Customer).lots.push({
      id: lot.id,
      amountCents: lot.cents,
      remainingCents: lot.cents,
      createdAt: this.now,
      availableAt: lot.availableAt,
      expiresAt:
        expirationDays === undefined
          ? Number.POSITIVE_INFINITY
          : this.dayStart(merchant, lot.availableAt, expirationDays + 1),
    });
  }

  /** Returns the code that would refuse a redemption of this amount; undefined when none would. */
  refusalOfRedemption(merchant: number, phone: string, amountCents: number): string | undefined {
    if (this.customer(merchant, phone) === undefined) return 'customer_not_found';
    const available = this.availableCents(merchant, phone);
    if (available === 0) return 'no_balance';
    return available < amountCents ? 'amount_above_balance' : undefined;
  }

  recordRedemption(id: string, merchant: number, phone: string, amountCents: number): void {
    const linkEndsAt = this.now + REDEMPTION_LINK_MS;
    this.redemptions.push({
      id,
      merchant,
      phone,
      amountCents,
      createdAt: this.now,
      linkEndsAt,
      isCompleted: false,
      completedAt: Number.POSITIVE_INFINITY,
      isReversed: false,
      draws: [],
    });
  }

  redeem(redemption: ModelRedemption): Outcome<{ amountCents: number; availableCents: number }> {
    const { merchant, phone, amountCents } = redemption;
    if (redemption.isReversed) return { refusal: 'invalid_token' };
    if (!redemption.isCompleted) {
      if (this.now >= redemption.linkEndsAt) return { refusal: 'invalid_token' };
      if (this.availableCents(merchant, phone) < amountCents) return { refusal: 'insufficient_balance' };
      this.debit(redemption);
    }
    if (this.now >= redemption.completedAt + RECEIPT_MS) return { amountCents: 0, availableCents: 0 };
    return { amountCents, availableCents: this.availableCents(merchant, phone) };
  }

  private debit(redemption: ModelRedemption): void {
    redemption.isCompleted = true;
    redemption.completedAt = this.now;
    const spendable = this.openLots(redemption.merchant, redemption.phone).filter(
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
