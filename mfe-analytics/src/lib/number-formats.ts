const countFormat = new Intl.NumberFormat('pt-BR');

/** 1234567 → '1.234.567'. */
export function formatCount(count: number): string {
  return countFormat.format(count);
}

/** Tenths of a percent: 125 → '12,5%', -30 → '-3,0%', 12345678 → '1.234.567,8%'. */
export function formatTenths(tenths: number): string {
  const absolute = Math.abs(tenths);
  const tenth = absolute % 10;
  return `${tenths < 0 ? '-' : ''}${formatCount((absolute - tenth) / 10)},${tenth}%`;
}

/** The same with a plus sign before what is positive. */
export function formatSignedTenths(tenths: number): string {
  return `${tenths > 0 ? '+' : ''}${formatTenths(tenths)}`;
}

/** Hundredths of a ratio: 340 → '3,40'. */
export function formatHundredths(hundredths: number): string {
  const rest = hundredths % 100;
  return `${formatCount((hundredths - rest) / 100)},${String(rest).padStart(2, '0')}`;
}

/** '2026-03-09' → '09/03/2026'. */
export function formatDate(day: string): string {
  return day.split('-').reverse().join('/');
}
