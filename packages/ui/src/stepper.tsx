/// <reference path="./css-modules.d.ts" />
import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './stepper.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface StepperProps {
  steps: readonly string[];
  /** Index of the step under way, from 0; `steps.length` when all are done. */
  current: number;
  /** The goal of the steps, for screen readers. */
  label?: string | undefined;
}

/** The current step of a short sequence. On a phone only it shows its name. */
export function Stepper({ steps, current, label = 'Etapas' }: StepperProps) {
  return (
    <ol className={styles.stepper} aria-label={label}>
      {steps.map((step, index) => {
        const state = index < current ? 'done' : index === current ? 'current' : 'ahead';
        return (
          <li
            key={step}
            className={classNames(styles.step, styles[state])}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.marker} aria-hidden="true">
              {state === 'done' ? <Check /> : index + 1}
            </span>
            <span className={styles.name}>
              {step}
              {state === 'done' && <VisuallyHidden> (concluída)</VisuallyHidden>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
