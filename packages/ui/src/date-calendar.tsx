/// <reference path="./css-modules.d.ts" />
import { DayPicker } from 'react-day-picker';
import { ptBR } from 'react-day-picker/locale/pt-BR';
import styles from './date-calendar.module.css';

export interface DateCalendarProps {
  /** 'YYYY-MM-DD'; anything else is no day. */
  value: string;
  /** Marked from end to end, where both are days. */
  range: { from: string; to: string } | undefined;
  /** Without it the device's. */
  today: string | undefined;
  onChoose: (day: string) => void;
}

const weekdayFormat = new Intl.DateTimeFormat('pt-BR', { weekday: 'short' });

/** The years that can be chosen before and after today's. */
const YEARS_BACK = 10;
const YEARS_AHEAD = 2;

/** A month of days, walked by arrow keys; the focus begins on the chosen one. */
export function DateCalendar({ value, range, today, onChoose }: DateCalendarProps) {
  const selected = dateOf(value);
  const now = (today && dateOf(today)) || new Date();
  const [from, to] = [range && dateOf(range.from), range && dateOf(range.to)];
  const years = [now.getFullYear(), (selected ?? now).getFullYear()];
  return (
    <DayPicker
      mode="single"
      autoFocus
      fixedWeeks
      showOutsideDays
      captionLayout="dropdown"
      navLayout="around"
      locale={ptBR}
      today={now}
      selected={selected}
      defaultMonth={selected ?? now}
      startMonth={new Date(Math.min(...years) - YEARS_BACK, 0)}
      endMonth={new Date(Math.max(...years) + YEARS_AHEAD, 11)}
      modifiers={from && to && from <= to ? { within: { from, to } } : {}}
      modifiersClassNames={{ within: styles.within ?? '' }}
      onDayClick={(day) => onChoose(dayOf(day))}
      formatters={{ formatWeekdayName: (day) => weekdayFormat.format(day).replace('.', '') }}
      classNames={CLASS_NAMES}
    />
  );
}

const CLASS_NAMES = Object.fromEntries(
  [
    'root',
    'months',
    'month',
    'month_caption',
    'dropdowns',
    'dropdown',
    'caption_label',
    'button_previous',
    'button_next',
    'chevron',
    'month_grid',
    'weekday',
    'day',
    'day_button',
    'selected',
    'today',
    'outside',
  ].map((name) => [name, styles[name] ?? '']),
);

/** Noon, which every day has, whatever its clocks do. */
function dateOf(day: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const date = new Date(`${day}T12:00:00`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
