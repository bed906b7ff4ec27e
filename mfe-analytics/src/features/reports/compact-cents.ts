import { formatCents } from 'domain/money';

/** Centavos a unit, biggest first. */
const UNITS = [
  { cents: 100_000_000_000, name: 'bi' },
  { cents: 100_000_000, name: 'mi' },
  { cents: 100_000, name: 'mil' },
] as const;

/**
 * An amount as an axis has room for it: 'R$ 40', 'R$ 1,25 mil', 'R$ 3 mi'; two decimals at most, cut off and
 * not rounded, which the round numbers of an axis have no need of.
 */
export function compactCents(cents: number): string {
  const unit = UNITS.find((each) => Math.abs(cents) >= each.cents);
  if (unit) return `${short(formatCents(hundredths(cents, unit.cents)))}\u00a0${unit.name}`;
  return cents % 100 === 0 ? short(formatCents(cents)) : formatCents(cents);
}

/** How many hundredths of the unit there are. */
function hundredths(cents: number, unitCents: number): number {
  const hundredth = unitCents / 100;
  return (cents - (cents % hundredth)) / hundredth;
}

/** 'R$ 1,50' → 'R$ 1,5', 'R$ 40,00' → 'R$ 40'. */
function short(amount: string): string {
  return amount.replace(/,00$/, '').replace(/(,\d)0$/, '$1');
}
