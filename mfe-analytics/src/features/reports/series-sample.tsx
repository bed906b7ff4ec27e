import type { AmountSeries } from './series.ts';

const WIDTH = 26;
const HEIGHT = 12;

/** A piece of the line, for legends and tooltips. */
export function SeriesSample({ series }: { series: AmountSeries }) {
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line
        x1={0}
        x2={WIDTH}
        y1={HEIGHT / 2}
        y2={HEIGHT / 2}
        stroke={series.color}
        strokeWidth={2}
        strokeDasharray={series.dash}
      />
      <SeriesMarker series={series} x={WIDTH / 2} y={HEIGHT / 2} />
    </svg>
  );
}

interface SeriesMarkerProps {
  series: AmountSeries;
  x: number;
  y: number;
  /** Half of its width. */
  size?: number | undefined;
}

/** The line's mark at one point; as large as the others, whatever its shape. */
export function SeriesMarker({ series: { marker, color }, x, y, size = 3.5 }: SeriesMarkerProps) {
  const look = { fill: color, stroke: 'var(--color-surface)', strokeWidth: 1 };
  if (marker === 'circle') return <circle cx={x} cy={y} r={size} {...look} />;
  const side = size * 1.8;
  return (
    <rect
      x={x - side / 2}
      y={y - side / 2}
      width={side}
      height={side}
      transform={marker === 'diamond' ? `rotate(45 ${x} ${y})` : undefined}
      {...look}
    />
  );
}
