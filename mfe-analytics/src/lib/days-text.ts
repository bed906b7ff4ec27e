import type { Period } from 'domain/report-periods';

/**
 * A few days in little room: '1–22/10', '22/10', '28/9–4/10'; with the year where it is not `year`:
 * '1–22/10/2025', '15/12/2025–14/1/2026'.
 */
export function daysText({ from, to }: Period, year: string): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  const isShort = first.year === last.year && last.year === year;
  const text = ({ day, month, year: own }: Parts) => `${day}/${month}${isShort ? '' : `/${own}`}`;
  if (from === to) return text(last);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${first.day}–${text(last)}`;
  if (first.year === last.year) return `${first.day}/${first.month}–${text(last)}`;
  return `${text(first)}–${text(last)}`;
}

interface Parts {
  year: string;
  month: number;
  day: number;
}

function partsOf(date: string): Parts {
  const [year = '', month, day] = date.split('-');
  return { year, month: Number(month), day: Number(day) };
}
