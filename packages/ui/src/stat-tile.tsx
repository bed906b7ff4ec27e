/// <reference path="./css-modules.d.ts" />
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './stat-tile.module.css';

const TREND_ICONS = { up: TrendingUp, down: TrendingDown, flat: Minus };

/** From here on the number is set smaller: 'R$ 12.345,67' still is not. */
const LONG_VALUE_LENGTH = 12;

export interface StatTileProps {
  title: string;
  /** The number as shown, formatted by the caller (`formatCents(…)`, '128'). Long strings are set smaller. */
  value: ReactNode;
  icon: ReactNode;
  color: 'blue' | 'green' | 'purple' | 'orange' | 'red';
  /** One line under the number: '+12 este mês'. */
  trend?: ReactNode | undefined;
  /** The trend is good news (default), bad news or neither. */
  trendDirection?: 'up' | 'down' | 'flat' | undefined;
  /** In the trend's place, where nothing goes up or down: 'em 12 vendas'. */
  note?: ReactNode | undefined;
}

/** One number of a dashboard. Fills its grid cell; long amounts shrink instead of wrapping. */
export function StatTile({ title, value, icon, color, trend, trendDirection = 'up', note }: StatTileProps) {
  const isLong = typeof value === 'string' && value.length > LONG_VALUE_LENGTH;
  const TrendIcon = TREND_ICONS[trendDirection];
  return (
    <dl className={styles.tile}>
      <dt className={styles.title}>
        <span className={classNames(styles.icon, styles[color])} aria-hidden="true">
          {icon}
        </span>
        {title}
      </dt>
      {/* Set in another size it is another number: the old one would count as having moved. */}
      <dd key={isLong ? 'long' : 'short'} className={classNames(styles.value, isLong && styles.long)}>
        {value}
      </dd>
      {trend && (
        <dd className={classNames(styles.trend, styles[trendDirection])}>
          <TrendIcon aria-hidden="true" />
          {trend}
        </dd>
      )}
      {note && <dd className={classNames(styles.trend, styles.flat)}>{note}</dd>}
    </dl>
  );
}

/** Three or four StatTiles, in as many columns or in two; in one where letters are enlarged. */
export function StatGrid({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={styles.grid}>{children}</div>
    </div>
  );
}
