import { useState } from 'react';
import type { Definition } from 'ui/definition-list';
import { focusRow } from './focus-row.ts';

/** The notices of a finished reversal. */
export interface ReversalOutcome {
  title: string;
  rows: readonly Definition[];
  notices: readonly string[];
}

/**
 * Leads one movement through its dialog, the notices afterwards, and back to its row. The dialog keeps the
 * movement as it was when it was opened: a list that refreshes meanwhile must not change the form.
 */
export function useReversalFlow<Movement extends { id: string }>() {
  const [opened, setOpened] = useState<Movement>();
  const [finished, setFinished] = useState<{ id: string; outcome: ReversalOutcome }>();

  return {
    opened,
    open: setOpened,
    cancel() {
      setOpened(undefined);
      if (opened) focusRow(opened.id, 'reverse');
    },
    finish(outcome: ReversalOutcome | undefined) {
      setOpened(undefined);
      if (!opened) return;
      if (outcome) setFinished({ id: opened.id, outcome });
      else focusRow(opened.id, 'row');
    },
    outcome: finished?.outcome,
    acknowledge() {
      setFinished(undefined);
      if (finished) focusRow(finished.id, 'row');
    },
  };
}
