import { Bar, BarChart, type BarShapeProps, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount } from '../../../lib/number-formats.ts';
import { axisLabel, transactionsMessage } from '../chart-labels.ts';
import type { ChartPoint } from '../chart-points.ts';
import { ChartFrame, TICK, X_AXIS } from './chart-frame.tsx';
import { TransactionsTooltip } from './chart-tooltips.tsx';

/** The end of an axis without any purchase. */
const EMPTY_TOP = 4;

/** From here on bars stand side by side: a gap between them would take the pixels that they need. */
const GAPLESS_FROM = 120;

interface TransactionsChartProps {
  points: readonly ChartPoint[];
  label: string;
  descriptionId: string;
}

export function TransactionsChart({ points, label, descriptionId }: TransactionsChartProps) {
  const isEmpty = points.every(({ transactions }) => transactions === 0);
  return (
    <ChartFrame message={transactionsMessage}>
      {(frame, announcer) => (
        <BarChart
          {...frame}
          data={points}
          barCategoryGap={points.length >= GAPLESS_FROM ? 0 : '20%'}
          maxBarSize={48}
          aria-label={label}
          aria-describedby={descriptionId}
        >
          <CartesianGrid vertical={false} stroke="var(--color-border)" />
          <XAxis {...X_AXIS} tickFormatter={axisLabel(points)} />
          <YAxis
            width="auto"
            tick={TICK}
            tickLine={false}
            axisLine={false}
            tickFormatter={formatCount}
            domain={[0, isEmpty ? EMPTY_TOP : 'auto']}
            allowDecimals={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--color-surface-sunken)' }}
            content={<TransactionsTooltip />}
          />
          <Bar
            dataKey="transactions"
            fill="var(--color-blue-solid)"
            shape={drawBar}
            isAnimationActive={false}
          />
          {announcer}
        </BarChart>
      )}
    </ChartFrame>
  );
}

const MOST_RADIUS = 3;

/**
 * Rounded at its top. The library's own shape measures each path it has drawn, which takes seconds for some
 * years of days.
 */
function drawBar({ x, y, width, height, fill }: BarShapeProps) {
  const radius = Math.min(MOST_RADIUS, width / 4, height);
  return (
    <path
      fill={fill}
      d={`M${x},${y + height}v${radius - height}q0,${-radius} ${radius},${-radius}h${width - 2 * radius}q${radius},0 ${radius},${radius}v${height - radius}z`}
    />
  );
}
