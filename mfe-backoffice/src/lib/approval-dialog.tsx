import { lazy, Suspense } from 'react';
import type { ApprovalDialogProps } from './approval/asking-dialog.tsx';

const AskingDialog = lazy(async () => ({
  default: (await import('./approval/asking-dialog.tsx')).AskingDialog,
}));

/** 'Precisa de aprovação'. Seldom needed, so it comes when it is. */
export function ApprovalDialog(props: ApprovalDialogProps) {
  return (
    <Suspense fallback={null}>
      <AskingDialog {...props} />
    </Suspense>
  );
}
