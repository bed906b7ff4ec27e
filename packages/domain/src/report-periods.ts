/** Days as the merchant counts them, 'YYYY-MM-DD'; both belong to the period. */
export interface Period {
  from: string;
  to: string;
}

/** Five years. */
export const MAX_PERIOD_DAYS = 1_830;

const DAY_MS = 86_400_000;

export const NO_DAY = 'Informe uma data válida';

/** 'YYYY-MM-DD' of a day that exists, in this century. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/**
 * The error of a typed period, at the end where it can be corrected; undefined for a valid one. Without zod,
 * which the pages that ask for periods need for nothing else.
 */
export function periodProblem(period: Period): { end: keyof Period; message: string } | undefined {
  if (!isDay(period.from)) return { end: 'from', message: NO_DAY };
  if (!isDay(period.to)) return { end: 'to', message: NO_DAY };
  if (period.from > period.to)
    return { end: 'to', message: 'A data final deve ser igual ou posterior à inicial' };
  return countDays(period) > MAX_PERIOD_DAYS
    ? { end: 'from', message: 'Escolha um período de até 5 anos' }
    : undefined;
}

/** Both ends included. */
export function countDays({ from, to }: Period): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** '2026-03-01' and -1 → '2026-02-28'. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Each of them, in order. */
export function daysOf(period: Period): string[] {
  return Array.from({ length: countDays(period) }, (_, index) => addDays(period.from, index));
}

/** The day it is at `now` in `timeZone`. */
export function dayAt(now: Date, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
}

/** From the first to the last day of the month in which `date` lies. */
export function monthAround(date: string): Period {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return { from: `${date.slice(0, 7)}-01`, to: isoDate(year, month + 1, 0) };
}

/** A period up to this short is compared with the days just before it, also where it begins a month. */
const WEEK_DAYS = 7;

/**
 * The days to compare with, as many as have elapsed on `today`: 1 to 22 November with 1 to 22 October. A
 * period that begins with a month has the same days as many months before; whole months that are over have
 * whole months; any other has as many days just before.
 */
export function periodBefore(period: Period, today: string): Period {
  const { from, to } = elapsedDays(period, today);
  const isWholeMonths = from.endsWith('-01') && addDays(period.to, 1).endsWith('-01');
  if (!isWholeMonths && !(from.endsWith('-01') && countDays(period) > WEEK_DAYS)) {
    const days = countDays(period);
    return { from: addDays(from, -days), to: addDays(to, -days) };
  }
  const months = countMonths(period);
  const isOver = !isRunning(period, today);
  return {
    from: addMonths(from, -months),
    to: isWholeMonths && isOver ? addDays(from, -1) : addMonths(to, -months),
  };
}

/** The days of a period up to `today`; all of them where it is over or has not begun. */
export function elapsedDays(period: Period, today: string): Period {
  return isRunning(period, today) ? { from: period.from, to: today } : period;
}

/** Whether `today` is one of its days. */
export function isRunning({ from, to }: Period, today: string): boolean {
  return from <= today && today <= to;
}

/** The calendar months in which its days lie. */
function countMonths({ from, to }: Period): number {
  const number = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return number(to) - number(from) + 1;
}

/** '2026-03-31' and -1 → '2026-02-28': in a shorter month its last day. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  const last = isoDate(year, month + months + 1, 0);
  return isoDate(year, month + months, Math.min(dayOfMonth, Number(last.slice(8))));
}

/** Months from 1, days from 1; what lies outside rolls over, as the calendar does. */
function isoDate(year: number, month: number, dayOfMonth: number): string {
  return new Date(Date.UTC(year, month - 1, dayOfMonth)).toISOString().slice(0, 10);
}
