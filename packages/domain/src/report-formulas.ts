/**
 * The formulas of dashboard and reports, in whole numbers only: amounts in centavos, percentages in tenths of
 * a percent (…Tenths), ratios in hundredths (…Hundredths). Everything is rounded once, at the end, and half
 * up: exactly between two whole numbers the greater one is taken, below zero too (-2.5 is -2).
 */

/** A period's totals of one merchant, net of reversals. */
export interface PeriodTotals {
  transactions: number;
  revenueCents: number;
  cashbackCents: number;
  redemptions: number;
  redeemedCents: number;
  newCustomers: number;
  averageTicketCents: number;
}

/** `dividend` × `scale` / `divisor`, exact whatever the size of the product; the divisor is positive. */
function divideHalfUp(dividend: number, divisor: number, scale = 1): number {
  const doubled = 2n * BigInt(divisor);
  const numerator = 2n * BigInt(dividend) * BigInt(scale) + BigInt(divisor);
  const remainder = ((numerator % doubled) + doubled) % doubled;
  return Number((numerator - remainder) / doubled);
}

/** Ticket médio: revenue / purchases; 0 without purchases. */
export function averageTicketCents(revenueCents: number, purchases: number): number {
  return purchases === 0 ? 0 : divideHalfUp(revenueCents, purchases);
}

/** Cashback / purchases; 0 without purchases. */
export function averageCashbackCents(cashbackCents: number, purchases: number): number {
  return purchases === 0 ? 0 : divideHalfUp(cashbackCents, purchases);
}

/** Redeemed / distributed, in tenths of a percent; 0 where no cashback was distributed. */
export function redemptionRateTenths(redeemedCents: number, cashbackCents: number): number {
  return cashbackCents === 0 ? 0 : divideHalfUp(redeemedCents, cashbackCents, 1_000);
}

/** Distributed minus redeemed. Negative where a period redeems what earlier ones distributed. */
export function pendingCents(cashbackCents: number, redeemedCents: number): number {
  return cashbackCents - redeemedCents;
}

/** CAC, the cost of a new customer: spend / new customers; 0 without new customers. */
export function cacCents(spendCents: number, newCustomers: number): number {
  return newCustomers === 0 ? 0 : divideHalfUp(spendCents, newCustomers);
}

/** Revenue / paying customers, at least one of them assumed. */
export function averageRevenueCents(revenueCents: number, payingCustomers: number): number {
  return divideHalfUp(revenueCents, Math.max(payingCustomers, 1));
}

/** LTV, the worth of a customer: the average revenue, as the product defines it. */
export function ltvCents(revenueCents: number, payingCustomers: number): number {
  return averageRevenueCents(revenueCents, payingCustomers);
}

/** (Revenue − spend) / spend, in tenths of a percent; 0 without spend. -1000 where nothing came back. */
export function roiTenths(revenueCents: number, spendCents: number): number {
  return spendCents === 0 ? 0 : divideHalfUp(revenueCents - spendCents, spendCents, 1_000);
}

export interface AcquisitionRatio {
  /** LTV / CAC × 100. */
  hundredths: number;
  band: 'excellent' | 'good' | 'attention';
}

/**
 * How many times its cost a customer is worth; null where the cost is 0. The band follows from the two
 * amounts and not from the rounded ratio: 2.999 is shown as 3.00 and is still below 3.
 */
export function acquisitionRatio(ltv: number, cac: number): AcquisitionRatio | null {
  if (cac === 0) return null;
  const band = ltv >= 3 * cac ? 'excellent' : ltv >= cac ? 'good' : 'attention';
  return { hundredths: divideHalfUp(ltv, cac, 100), band };
}

/** A part of a whole, in tenths of a percent; 0 of nothing. */
export function shareTenths(part: number, whole: number): number {
  return whole === 0 ? 0 : divideHalfUp(part, whole, 1_000);
}

/** The change of a number, in tenths of a percent of its earlier value; null where that was 0. */
export function changeTenths(now: number, before: number): number | null {
  return before === 0 ? null : divideHalfUp(now - before, Math.abs(before), 1_000);
}
