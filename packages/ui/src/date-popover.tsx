/// <reference path="./css-modules.d.ts" />
import { useEffect, useState } from 'react';
import type { DateCalendarProps } from './date-calendar.tsx';
import styles from './date-popover.module.css';
import { Loading } from './loading.tsx';
import { Skeleton } from './skeleton.tsx';
import type { Popover } from './use-popover.tsx';

type Calendar = typeof import('./date-calendar.tsx');

/** The library that draws it is asked for by the first calendar that is opened. */
let arrived: Calendar | undefined;

interface DatePopoverProps extends DateCalendarProps {
  id: string;
  popover: Popover;
}

/** The box with the calendar; where that cannot be loaded, the day is typed. */
export function DatePopover({ id, popover, ...calendar }: DatePopoverProps) {
  const { loaded, hasFailed } = useCalendar();
  return (
    <div
      ref={popover.box}
      id={id}
      popover="manual"
      role="dialog"
      aria-label="Calendário"
      className={styles.box}
    >
      {loaded && <loaded.DateCalendar {...calendar} />}
      {!loaded && !hasFailed && (
        <Loading label="Carregando calendário">
          <Skeleton height="21rem" />
        </Loading>
      )}
      {hasFailed && (
        <p role="alert" className={styles.failed}>
          O calendário não pôde ser carregado. Digite a data no campo, como 31/12/2026.
        </p>
      )}
    </div>
  );
}

function useCalendar() {
  const [loaded, setLoaded] = useState(arrived);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isShown = true;
    import('./date-calendar.tsx').then(
      (calendar) => {
        arrived = calendar;
        if (isShown) setLoaded(calendar);
      },
      () => isShown && setHasFailed(true),
    );
    return () => {
      isShown = false;
    };
  }, []);
  return { loaded, hasFailed };
}
