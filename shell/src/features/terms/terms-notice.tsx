import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import type { TermsDialogProps } from './terms-dialog.tsx';

/** Shows an owner a new version of the platform's terms, once the open page is idle. */
export function TermsNotice(props: TermsDialogProps) {
  const [Dialog, setDialog] = useState<ComponentType<TermsDialogProps>>();

  useEffect(
    () =>
      whenIdle(() => {
        // Without a network there is nothing to ask either; the next start does.
        import(/* webpackChunkName: 'dialogs' */ './terms-dialog.tsx').then(
          ({ TermsDialog }) => setDialog(() => TermsDialog),
          () => undefined,
        );
      }),
    [],
  );

  return Dialog ? <Dialog {...props} /> : null;
}
