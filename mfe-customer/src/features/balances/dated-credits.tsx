import type { ApiOutputs } from 'api/contract';
import { formatDay, formatLastDay } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { CalendarClock, Hourglass } from 'lucide-react';
import { creditsByDay } from './credits-by-day.ts';
import styles from './dated-credits.module.css';

export type Program = ApiOutputs['customers']['dashboard']['programmes'][number];

/** Credits to mature and credits to expire, soonest first. Empty where there are neither. */
export function DatedCredits({ program }: { program: Program }) {
  const { maturing, maturingCents, expiring, timeZone } = program;
  const toCome = creditsByDay(maturing, (credit) => formatDay(credit.availableAt, timeZone));
  const toLose = creditsByDay(expiring, (credit) => formatLastDay(credit.expiresAt, timeZone));
  const laterCents = maturing.reduce((rest, credit) => rest - credit.amountCents, maturingCents);
  if (toCome.length + toLose.length === 0) return null;
  return (
    <ul className={styles.credits}>
      {toCome.map(({ day, amountCents }) => (
        <li key={`maturing ${day}`} className={styles.credit}>
          <Hourglass aria-hidden="true" className={styles.maturing} />
          <span>
            <span className={styles.amount}>{formatCents(amountCents)}</span> a liberar em {day}
          </span>
        </li>
      ))}
      {laterCents > 0 && (
        <li className={styles.credit}>
          <Hourglass aria-hidden="true" className={styles.maturing} />
          <span>
            mais <span className={styles.amount}>{formatCents(laterCents)}</span> a liberar depois
          </span>
        </li>
      )}
      {toLose.map(({ day, amountCents }) => (
        <li key={`expiring ${day}`} className={styles.credit}>
          <CalendarClock aria-hidden="true" className={styles.expiring} />
          <span>
            <span className={styles.amount}>{formatCents(amountCents)}</span> vencem em {day}
          </span>
        </li>
      ))}
    </ul>
  );
}
