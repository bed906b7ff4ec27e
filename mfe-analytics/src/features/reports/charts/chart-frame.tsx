import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { ResponsiveContainer, useActiveTooltipDataPoints, useIsTooltipActive } from 'recharts';
import { CHART_HEIGHT, type ChartPoint } from '../chart-points.ts';
import styles from './chart-frame.module.css';

export const TICK = { fill: 'var(--color-ink-muted)', fontSize: 12 };

export const AXIS_LINE = { stroke: 'var(--color-border-control)' };

/** The days: as many of them as there is room for, at equal distances. */
export const X_AXIS = {
  dataKey: 'from',
  tick: TICK,
  tickLine: false,
  axisLine: AXIS_LINE,
  tickMargin: 8,
  minTickGap: 16,
  interval: 'equidistantPreserveStart',
} as const;

const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };

interface ChartFrameProps {
  /** The announcement of the point that the arrow keys reach. */
  message: (point: ChartPoint) => string;
  /** The chart: gets the props common to all charts, and the element for the announcements. */
  children: (frame: { accessibilityLayer: true; margin: typeof MARGIN }, announcer: ReactNode) => ReactNode;
}

/** As wide as there is room, the arrow keys walk from point to point, and each is said. */
export function ChartFrame({ message, children }: ChartFrameProps) {
  // In the page before anything is said in it: else screen readers would not listen.
  const [voice, setVoice] = useState<HTMLElement | null>(null);
  return (
    <>
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        {children(
          { accessibilityLayer: true, margin: MARGIN },
          <Announcer voice={voice} message={message} />,
        )}
      </ResponsiveContainer>
      <div ref={setVoice} role="status" className={styles.voice} />
    </>
  );
}

interface AnnouncerProps extends Pick<ChartFrameProps, 'message'> {
  voice: HTMLElement | null;
}

/** Stands in the chart, where the point is known, and speaks outside of its drawing. */
function Announcer({ voice, message }: AnnouncerProps) {
  const isActive = useIsTooltipActive();
  const point = useActiveTooltipDataPoints<ChartPoint>()?.at(0);
  return voice && createPortal(isActive && point ? message(point) : '', voice);
}
