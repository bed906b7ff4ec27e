/**
 * Money is whole centavos in a `number` (`…Cents`), rates are basis points (500 = 5.00 %).
 * Nothing here uses a floating-point intermediate that could lose a centavo.
 */

/** Largest single amount the product accepts: R$ 10.000.000,00. A purchase above it is a typing error. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;

/** Largest rate: 100.00 %. */
export const MAX_RATE_BASIS_POINTS = 10_000;

/** Smallest rate a merchant may set: 0.10 %. */
export const MIN_RATE_BASIS_POINTS = 10;

/** The rate a merchant starts with: 5.00 %. */
export const DEFAULT_RATE_BASIS_POINTS = 500;

const BASIS_POINTS_PER_UNIT = 10_000;

/**
 * Throws unless `cents` is a whole number that a `number` holds exactly.
 * The guard every amount passes on its way in from the database.
 */
export function assertCents(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not a whole number of centavos: ${cents}`);
  return cents;
}

/** Reads a BIGINT column as whole centavos; throws where a `number` could not hold it exactly. */
export function centsFromDatabase(value: string | bigint | number): number {
  return assertCents(Number(value));
}

/**
 * Cashback of one purchase: `amountCents` × `rateBasisPoints`, half up to the centavo.
 * The one place where cashback is rounded; the counter's preview and the server both call it.
 *
 * Exact for every accepted input: the product of the two largest is 10^13, far below 2^53.
 */
export function cashbackCents(amountCents: number, rateBasisPoints: number): number {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0 || amountCents > MAX_AMOUNT_CENTS) {
    throw new RangeError(`amount out of range: ${amountCents}`);
  }
  if (
    !Number.isSafeInteger(rateBasisPoints) ||
    rateBasisPoints < 0 ||
    rateBasisPoints > MAX_RATE_BASIS_POINTS
  ) {
    throw new RangeError(`rate out of range: ${rateBasisPoints}`);
  }
  const product = amountCents * rateBasisPoints + BASIS_POINTS_PER_UNIT / 2;
  return (product - (product % BASIS_POINTS_PER_UNIT)) / BASIS_POINTS_PER_UNIT;
}

/** A merchant's rate, and the least purchase that earns by it: 0 or none where every purchase does. */
export interface EarningRule {
  rateBasisPoints: number;
  earningMinPurchaseCents?: number | undefined;
}

/** The rate that a purchase of this value earns by: 0 below the least purchase. */
export function earningRate(
  amountCents: number,
  { rateBasisPoints, earningMinPurchaseCents = 0 }: EarningRule,
): number {
  return amountCents < earningMinPurchaseCents ? 0 : rateBasisPoints;
}

/** 123456789 → 'R$ 1.234.567,89'. Non-breaking space after the symbol, as pt-BR typography wants. */
export function formatCents(cents: number): string {
  assertCents(cents);
  const absolute = Math.abs(cents);
  const centavos = absolute % 100;
  const reais = (absolute - centavos) / 100;
  const grouped = String(reais).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${cents < 0 ? '-' : ''}R$\u00a0${grouped},${String(centavos).padStart(2, '0')}`;
}

/** 500 → '5%', 525 → '5,25%', 550 → '5,5%'. */
export function formatRate(rateBasisPoints: number): string {
  const hundredths = rateBasisPoints % 100;
  const whole = (rateBasisPoints - hundredths) / 100;
  const fraction = hundredths === 0 ? '' : `,${String(hundredths).padStart(2, '0').replace(/0$/, '')}`;
  return `${whole}${fraction}%`;
}

/**
 * Reads the text of a percentage field ('5', '5,25', '5.5') as basis points.
 * Returns undefined for anything that is not a percentage with at most two decimals.
 */
export function parseRate(text: string): number | undefined {
  const match = /^(?<whole>\d{1,6})(?:[.,](?<hundredths>\d{1,2}))?$/.exec(text.replace(/%\s*$/, '').trim());
  if (!match?.groups) return undefined;
  return Number(match.groups.whole) * 100 + Number((match.groups.hundredths ?? '').padEnd(2, '0'));
}

/**
 * Reads the text of a value field ('1.234,56', '1234,5', '1234.56', '12') as centavos.
 * Returns undefined for anything that is not an amount with at most two decimals.
 */
export function parseCents(text: string): number | undefined {
  const trimmed = text.replace(/^\s*R\$/, '').trim();
  const match =
    /^(?<reais>\d{1,3}(?:\.\d{3})+|\d+)(?:,(?<centavos>\d{1,2}))?$/.exec(trimmed) ??
    /^(?<reais>\d+)\.(?<centavos>\d{1,2})$/.exec(trimmed);
  if (!match?.groups) return undefined;
  const reais = Number((match.groups.reais ?? '').replaceAll('.', ''));
  const centavos = Number((match.groups.centavos ?? '').padEnd(2, '0') || 0);
  const cents = reais * 100 + centavos;
  return Number.isSafeInteger(cents) ? cents : undefined;
}
