/// <reference path="./css-modules.d.ts" />
import type { ComponentProps } from 'react';
import styles from './chip.module.css';

interface ChipProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'aria-pressed'> {
  /** Whether what it stands for holds now. */
  isPressed: boolean;
}

/** A value to take over in one press, beside the field that shows it. */
export function Chip({ isPressed, ...button }: ChipProps) {
  return <button {...button} type="button" className={styles.chip} aria-pressed={isPressed} />;
}
