/// <reference path="./css-modules.d.ts" />
import { formatCents } from 'domain/money';
import { classNames } from './class-names.ts';
import styles from './money.module.css';

export interface MoneyProps {
  cents: number;
  /** 'gain' shows '+' in green, 'loss' shows a minus in red, whatever the sign of `cents`. */
  tone?: 'gain' | 'loss' | undefined;
}

/** An amount in reais with digits of one width, never broken over two lines. */
export function Money({ cents, tone }: MoneyProps) {
  const text = tone === undefined ? formatCents(cents) : formatCents(Math.abs(cents));
  const sign = tone === 'gain' ? '+' : tone === 'loss' ? '-' : '';
  return <span className={classNames(styles.money, tone && styles[tone])}>{sign + text}</span>;
}
