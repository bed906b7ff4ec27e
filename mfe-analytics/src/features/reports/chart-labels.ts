import { formatCents } from 'domain/money';
import { monthAround } from 'domain/report-periods';
import { formatMonth } from '../../lib/months.ts';
import { formatCount, formatDate } from '../../lib/number-formats.ts';
import { type ChartPoint, totalOf } from './chart-points.ts';
import { AMOUNT_SERIES, type AmountSeries } from './series.ts';

const dayFormat = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', timeZone: 'UTC' });

/** 'seg., 09/03/2026'; 'março de 2026'; of a month that is there in part '09/03/2026 a 31/03/2026'. */
export function pointName({ from, to }: Pick<ChartPoint, 'from' | 'to'>): string {
  if (from === to) return `${dayFormat.format(new Date(from))}, ${formatDate(from)}`;
  const month = monthAround(from);
  if (from === month.from && to === month.to) return formatMonth(from.slice(0, 7));
  return `${formatDate(from)} a ${formatDate(to)}`;
}

/** Below the axis: '09/03', where the years are more than one '09/03/26', for months '03/2026'. */
export function axisLabel(points: readonly ChartPoint[]): (from: string) => string {
  const isMonthly = points.some(({ from, to }) => from !== to);
  const isLong = points.at(0)?.from.slice(0, 4) !== points.at(-1)?.from.slice(0, 4);
  return (from) => {
    const [year = '', month, day] = from.split('-');
    if (isMonthly) return `${month}/${year}`;
    return isLong ? `${day}/${month}/${year.slice(2)}` : `${day}/${month}`;
  };
}

/** Said when the arrow keys walk to a point: 'seg., 09/03/2026: Receita R$ 1.200,00, Cashback R$ 60,00'. */
export function amountsMessage(point: ChartPoint, shown: readonly AmountSeries[]): string {
  const amounts = shown.map(({ name, key }) => `${name} ${formatCents(point[key])}`);
  return `${pointName(point)}: ${amounts.join(', ')}`;
}

export function transactionsMessage(point: ChartPoint): string {
  return `${pointName(point)}: ${transactionsText(point.transactions)}`;
}

/** '1 transação', '1.234 transações'. */
export function transactionsText(count: number): string {
  return count === 1 ? '1 transação' : `${formatCount(count)} transações`;
}

/** The summary of the lines for screen readers. */
export function amountsSummary(points: readonly ChartPoint[]): string {
  const total = totalOf(points);
  const lines = AMOUNT_SERIES.map(({ name, key }) => {
    const top = highest(points, key);
    const most =
      top && total[key] > 0 ? `, o maior valor em ${pointName(top)}: ${formatCents(top[key])}` : '';
    return `${name}: ${formatCents(total[key])} no total${most}.`;
  });
  return `${spanOf(points)} ${lines.join(' ')}`;
}

/** The same of the bars. */
export function transactionsSummary(points: readonly ChartPoint[]): string {
  const { transactions } = totalOf(points);
  const top = highest(points, 'transactions');
  const most =
    top && transactions > 0 ? `, o maior número em ${pointName(top)}: ${formatCount(top.transactions)}` : '';
  return `${spanOf(points)} ${transactionsText(transactions)} no total${most}.`;
}

function spanOf(points: readonly ChartPoint[]): string {
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last) return '';
  return first.from === last.to
    ? `Dia ${formatDate(first.from)}.`
    : `De ${formatDate(first.from)} a ${formatDate(last.to)}.`;
}

function highest(points: readonly ChartPoint[], key: AmountSeries['key'] | 'transactions') {
  return points.reduce<ChartPoint | undefined>(
    (top, point) => (top === undefined || point[key] > top[key] ? point : top),
    undefined,
  );
}
