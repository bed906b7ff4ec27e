import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { amountsMessage, axisLabel } from '../chart-labels.ts';
import type { ChartPoint } from '../chart-points.ts';
import { compactCents } from '../compact-cents.ts';
import type { AmountSeries } from '../series.ts';
import { SeriesMarker } from '../series-sample.tsx';
import { AXIS_LINE, ChartFrame, TICK, X_AXIS } from './chart-frame.tsx';
import { AmountsTooltip } from './chart-tooltips.tsx';

/** The end of an axis without any amount. */
const EMPTY_TOP_CENTS = 10_000;

/** So many points have room for markers. */
const MOST_MARKED = 31;

interface AmountsChartProps {
  points: readonly ChartPoint[];
  /** At least one. */
  shown: readonly AmountSeries[];
  label: string;
  descriptionId: string;
}

/** One line for each of `shown`, straight from point to point: between two days there is nothing. */
export function AmountsChart({ points, shown, label, descriptionId }: AmountsChartProps) {
  const isEmpty = points.every((point) => shown.every(({ key }) => point[key] === 0));
  const isMarked = points.length <= MOST_MARKED;
  return (
    <ChartFrame message={(point) => amountsMessage(point, shown)}>
      {(frame, announcer) => (
        <LineChart {...frame} data={points} aria-label={label} aria-describedby={descriptionId}>
          <CartesianGrid vertical={false} stroke="var(--color-border)" />
          <XAxis {...X_AXIS} tickFormatter={axisLabel(points)} padding={{ left: 12, right: 12 }} />
          <YAxis
            width="auto"
            tick={TICK}
            tickLine={false}
            axisLine={false}
            tickFormatter={compactCents}
            domain={[0, isEmpty ? EMPTY_TOP_CENTS : 'auto']}
            allowDecimals={false}
          />
          <Tooltip isAnimationActive={false} cursor={AXIS_LINE} content={<AmountsTooltip shown={shown} />} />
          {shown.map((series) => (
            <Line
              key={series.key}
              dataKey={series.key}
              name={series.name}
              stroke={series.color}
              strokeWidth={2}
              strokeDasharray={series.dash ?? '0'}
              isAnimationActive={false}
              dot={isMarked && (({ cx, cy, index }) => marker(series, cx, cy, index))}
              activeDot={({ cx, cy, index }) => marker(series, cx, cy, index, 6)}
            />
          ))}
          {announcer}
        </LineChart>
      )}
    </ChartFrame>
  );
}

function marker(series: AmountSeries, cx: unknown, cy: unknown, index: unknown, size?: number) {
  return typeof cx === 'number' && typeof cy === 'number' ? (
    <SeriesMarker key={String(index)} series={series} x={cx} y={cy} size={size} />
  ) : null;
}
