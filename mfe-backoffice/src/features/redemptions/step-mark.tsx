import { Check } from 'lucide-react';

/** The number of a step before its title; a check once it is done. */
export function StepMark({ step, isDone }: { step: number; isDone: boolean }) {
  return isDone ? <Check /> : <b>{step}</b>;
}
