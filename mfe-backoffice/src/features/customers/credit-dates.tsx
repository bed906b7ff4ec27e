import { formatDay, formatLastDay } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { CalendarX2, Clock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import styles from './credit-dates.module.css';
import type { CustomerDetail } from './customer-detail.ts';

/** The API lists so many credits at most; of a list this long the last day may be incomplete. */
const LISTED_AT_MOST = 12;
/** The number of dates shown before "show all" is pressed. */
const SHOWN_AT_FIRST = 3;

interface DatedAmount {
  day: string;
  amountCents: number;
}

/**
 * The days on which credit matures and expires, for questions at the counter. Empty where there are no dates.
 */
export function CreditDates({ customer }: { customer: CustomerDetail }) {
  const { timeZone } = customer;
  const maturing = byDay(
    customer.maturing.map((lot) => ({ ...lot, day: formatDay(lot.availableAt, timeZone) })),
  );
  const expiring = byDay(
    customer.expiring.map((lot) => ({ ...lot, day: formatLastDay(lot.expiresAt, timeZone) })),
  );
  if (maturing.length + expiring.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Próximas datas" />
      <div className={styles.columns}>
        {maturing.length > 0 && (
          <Dates
            icon={<Clock className={styles.maturing} />}
            messages={maturing.map(
              ({ day, amountCents }) => `${formatCents(amountCents)} a liberar em ${day}`,
            )}
            more="liberações"
          />
        )}
        {expiring.length > 0 && (
          <Dates
            icon={<CalendarX2 className={styles.expiring} />}
            messages={expiring.map(
              ({ day, amountCents }) => `${formatCents(amountCents)} ${expires(amountCents)} em ${day}`,
            )}
            more="vencimentos"
          />
        )}
      </div>
    </Card>
  );
}

function Dates({ icon, messages, more }: { icon: ReactNode; messages: string[]; more: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? messages : messages.slice(0, SHOWN_AT_FIRST);
  const hidden = messages.length - SHOWN_AT_FIRST;
  return (
    <div className={styles.column}>
      <ul className={styles.list}>
        {shown.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two credits may say the same, and they never move.
          <li key={index} className={styles.date}>
            <span aria-hidden="true">{icon}</span>
            {message}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button
          variant="ghost"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Mostrar menos' : `Ver mais ${more} (${hidden})`}
        </Button>
      )}
    </div>
  );
}

/** One amount a day, where the list is known to hold every credit of the day. */
function byDay(lots: DatedAmount[]): DatedAmount[] {
  if (lots.length >= LISTED_AT_MOST) return lots;
  const days = new Map<string, number>();
  for (const { day, amountCents } of lots) days.set(day, (days.get(day) ?? 0) + amountCents);
  return [...days].map(([day, amountCents]) => ({ day, amountCents }));
}

/** Portuguese counts from two on: R$ 1,99 vence, R$ 2,00 vencem. */
function expires(amountCents: number): string {
  return amountCents < 200 ? 'vence' : 'vencem';
}
