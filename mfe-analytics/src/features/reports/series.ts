/** A line of the chart of amounts. */
export interface AmountSeries {
  key: 'revenueCents' | 'cashbackCents' | 'redeemedCents';
  name: string;
  /** A token, so that it follows the theme. */
  color: string;
  /** Distinguishes the line without its color: by this pattern along it (SVG's stroke-dasharray), … */
  dash?: string;
  /** … and by this at each point, where points are few. */
  marker: 'circle' | 'square' | 'diamond';
}

export const AMOUNT_SERIES: readonly AmountSeries[] = [
  { key: 'revenueCents', name: 'Receita', color: 'var(--color-green-solid)', marker: 'circle' },
  {
    key: 'cashbackCents',
    name: 'Cashback',
    color: 'var(--color-purple-solid)',
    dash: '7 4',
    marker: 'square',
  },
  {
    key: 'redeemedCents',
    name: 'Resgates',
    color: 'var(--color-orange-solid)',
    dash: '2 3',
    marker: 'diamond',
  },
];
