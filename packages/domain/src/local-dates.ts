/** Building a formatter is slow on cheap phones and a history needs many: one of each kind a time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(kind: 'day' | 'time' | 'seconds', timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone ?? ''}`;
  const known = formatters.get(key);
  if (known) return known;
  const parts: Intl.DateTimeFormatOptions =
    kind === 'day'
      ? { day: '2-digit', month: '2-digit', year: 'numeric' }
      : {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
          ...(kind === 'seconds' && { second: '2-digit' }),
        };
  const made = new Intl.DateTimeFormat('pt-BR', { ...parts, timeZone });
  formatters.set(key, made);
  return made;
}

/**
 * 'dd/MM/yyyy' of an instant (ISO 8601 or milliseconds) in `timeZone`, the phone's own where it is unknown.
 */
export function formatDay(instant: string | number, timeZone: string | undefined): string {
  return formatter('day', timeZone).format(new Date(instant));
}

/** 'dd/MM/yyyy às HH:mm' of an instant in `timeZone`, the phone's own where it is unknown. */
export function formatDayAndTime(instant: string, timeZone: string | undefined): string {
  return `${formatDay(instant, timeZone)} às ${formatter('time', timeZone).format(new Date(instant))}`;
}

/** 'dd/MM/yyyy HH:mm:ss' of an instant in `timeZone`, where the exact moment matters. */
export function formatMoment(instant: string, timeZone: string): string {
  return `${formatDay(instant, timeZone)} ${formatter('seconds', timeZone).format(new Date(instant))}`;
}

/**
 * The last day that still counts, 'dd/MM/yyyy', where `expiresAt` is the first moment that no longer does.
 */
export function formatLastDay(expiresAt: string, timeZone: string): string {
  return formatDay(Date.parse(expiresAt) - 1, timeZone);
}

const DAY_MS = 86_400_000;

/** The number of an instant's day in `timeZone`, to count days between two. */
function dayNumber(instant: number, timeZone: string): number {
  const [day = 0, month = 1, year = 0] = formatDay(instant, timeZone).split('/').map(Number);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Days from the day of one instant to the day of another in `timeZone`. */
export const daysBetween = (from: number, to: number, timeZone: string): number =>
  dayNumber(to, timeZone) - dayNumber(from, timeZone);

/** 'hoje', 'ontem', 'há 12 dias', 'há 3 meses', 'há 2 anos': seen from `now`, by the days of `timeZone`. */
export function formatDaysAgo(instant: string, timeZone: string, now: number): string {
  const days = daysBetween(Date.parse(instant), now, timeZone);
  if (days <= 0) return 'hoje';
  if (days === 1) return 'ontem';
  if (days < 61) return `há ${days} dias`;
  if (days < 731) return `há ${Math.floor(days / 30.44)} meses`;
  return `há ${Math.floor(days / 365.25)} anos`;
}
