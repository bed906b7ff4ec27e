/// <reference path="./css-modules.d.ts" />
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface SpinnerProps {
  /** The announcement for screen readers. Leave it out where a text beside the spinner says it. */
  label?: string | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
}

/** A turning ring in the current text color. */
export function Spinner({ label, size = 'medium' }: SpinnerProps) {
  const ring = <span className={classNames(styles.ring, styles[size])} aria-hidden="true" />;
  if (label === undefined) return ring;
  return (
    <span role="status" className={styles.root}>
      {ring}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
