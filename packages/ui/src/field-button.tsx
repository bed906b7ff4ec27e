/// <reference path="./css-modules.d.ts" />
import type { ComponentProps, ReactNode } from 'react';
import styles from './field-button.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface FieldButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  icon: ReactNode;
  /** Its name: inner text, not `aria-label`, so that a test's `getByLabel('Senha')` finds the field alone. */
  children: ReactNode;
}

/** An icon to press at the right edge of a field: a TextField's `trailing`. */
export function FieldButton({ icon, children, ...button }: FieldButtonProps) {
  return (
    <button {...button} type="button" className={styles.button}>
      {icon}
      <VisuallyHidden>{children}</VisuallyHidden>
    </button>
  );
}
