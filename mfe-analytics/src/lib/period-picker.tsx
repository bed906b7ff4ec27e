import { addDays, monthAround, type Period, periodProblem } from 'domain/report-periods';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Chip } from 'ui/chip';
import { DateField, isHalfTyped } from 'ui/date-field';
import { formatDate } from './number-formats.ts';
import styles from './period-picker.module.css';
import { isSamePeriod } from './use-period.ts';

/** A year typed over another one is a valid one on the way: only what stands for so long is asked for. */
const TYPING_MS = 700;

const PRESETS: readonly { label: string; of: (today: string) => Period }[] = [
  { label: 'Hoje', of: (today) => ({ from: today, to: today }) },
  { label: '7 dias', of: (today) => ({ from: addDays(today, -6), to: today }) },
  { label: 'Este mês', of: monthAround },
  { label: 'Mês passado', of: (today) => monthAround(addDays(monthAround(today).from, -1)) },
  {
    label: 'Este ano',
    of: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }),
  },
];

interface PeriodPickerProps {
  period: Period;
  /** The day it is where the merchant is. */
  today: string;
  /** Called with periods that can be, and only when they differ from `period`. */
  onChange: (period: Period) => void;
}

/**
 * First and last day, and the periods that are asked for most. What cannot be says so beside its field and
 * stays as typed.
 */
export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const { typed, problem, type, settle, choose } = useTypedPeriod(period, onChange);

  const fieldProps = (end: keyof Period) => ({
    value: typed[end],
    range: typed,
    today,
    error: problem?.end === end ? problem.message : undefined,
    onChange: (day: string) => type({ ...typed, [end]: day }),
    onBlur: settle,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && settle(),
  });

  return (
    <>
      <p className={styles.printed}>
        Período: {formatDate(period.from)} a {formatDate(period.to)}
      </p>
      <search aria-label="Período" className={styles.frame}>
        <div className={styles.picker}>
          <div className={styles.dates}>
            <DateField label="Data inicial" {...fieldProps('from')} />
            <DateField label="Data final" {...fieldProps('to')} />
          </div>
          <fieldset className={styles.presets}>
            <legend className={styles.legend}>Períodos prontos</legend>
            {PRESETS.map(({ label, of }) => (
              <Chip key={label} isPressed={isSamePeriod(of(today), period)} onClick={() => choose(of(today))}>
                {label}
              </Chip>
            ))}
          </fieldset>
        </div>
      </search>
    </>
  );
}

function useTypedPeriod(period: Period, onChange: (period: Period) => void) {
  const [typed, setTyped] = useState(period);
  const [problem, setProblem] = useState<ReturnType<typeof periodProblem>>();
  const [shown, setShown] = useState(period);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  // The address changed, by the back button for example: the fields follow.
  if (!isSamePeriod(shown, period)) {
    setShown(period);
    setTyped(period);
    setProblem(undefined);
  }

  function settle(wanted = typed) {
    window.clearTimeout(timer.current);
    const found = periodProblem(wanted);
    setProblem(found);
    if (!found && !isSamePeriod(wanted, period)) onChange(wanted);
  }

  return {
    typed,
    problem,
    settle: () => settle(),
    type(wanted: Period) {
      setTyped(wanted);
      window.clearTimeout(timer.current);
      if (Object.values(wanted).some(isHalfTyped)) return;
      timer.current = window.setTimeout(() => settle(wanted), TYPING_MS);
    },
    choose(wanted: Period) {
      setTyped(wanted);
      settle(wanted);
    },
  };
}
