import { addDays, dayAt, monthAround, type Period } from 'domain/report-periods';
import type { Question } from '../load/get-request.ts';

/** One screen and the question it asks when it is opened. */
export interface Screen {
  name: string;
  question: Question;
  /** True if the promise covers it. */
  isJudged: boolean;
}

/** Periods: the current month, the twelve months that end with it, and a year that begins within a month. */
function periodsAt(today: string): Record<'month' | 'year' | 'year to the day', Period> {
  const month = monthAround(today);
  const inFirstMonth = addDays(month.to, -340);
  return {
    month,
    year: { from: monthAround(inFirstMonth).from, to: month.to },
    'year to the day': { from: addDays(today, -364), to: today },
  };
}

export function screensAt(now: Date): Screen[] {
  const periods = Object.entries(periodsAt(dayAt(now, 'America/Sao_Paulo')));
  const [[, month] = ['', { from: '', to: '' }]] = periods;
  const ofPeriods = periods.flatMap(([name, period]): Screen[] => [
    {
      name: `dashboard, ${name}`,
      question: [
        ['reports.dashboard', period],
        ['reports.acquisition', period],
      ],
      isJudged: true,
    },
    { name: `reports, ${name}`, question: [['reports.period', period]], isJudged: true },
  ]);
  const others: Screen[] = [
    { name: 'employees, month', question: [['reports.employees', month]], isJudged: false },
    { name: 'unconfirmed, month', question: [['reports.unconfirmed', month]], isJudged: false },
    { name: 'liability', question: [['reports.liability', {}]], isJudged: false },
    { name: 'cohorts', question: [['reports.cohorts', {}]], isJudged: false },
    { name: 'segments', question: [['reports.segments', {}]], isJudged: false },
    {
      name: 'customers of a segment',
      question: [['reports.segmentCustomers', { segment: 'lost' }]],
      isJudged: false,
    },
    { name: 'customers.summary', question: [['customers.summary', {}]], isJudged: false },
  ];
  return [...ofPeriods, ...others];
}
