/// <reference path="./css-modules.d.ts" />
import type { RefObject } from 'react';
import { DateCalendar, type DateCalendarProps } from './date-calendar.tsx';
import styles from './date-picker.module.css';
import { usePopover } from './use-popover.tsx';

interface DatePickerProps extends DateCalendarProps {
  button: RefObject<HTMLButtonElement | null>;
  frame: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** A DateField's calendar, in a box beside the button that opens it. */
export function DatePicker({ button, frame, onClose, onChoose, ...calendar }: DatePickerProps) {
  const { box, close } = usePopover({ isOpen: true, button, frame, onClose });
  return (
    <div ref={box} popover="manual" role="dialog" aria-label="Calendário" className={styles.box}>
      <DateCalendar
        {...calendar}
        onChoose={(day) => {
          close();
          onChoose(day);
        }}
      />
    </div>
  );
}
