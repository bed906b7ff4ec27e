/** The value below which that share of the values lies; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Median; for an even number of values the mean of the two in the middle, since either alone would lean to
 * its side.
 */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}
