import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import type { Employee } from './employee.ts';
import { PasswordLinkDialog, type ShownPasswordLink } from './password-link-dialog.tsx';

export type OpenDialog = { kind: 'deactivate' | 'role'; employee: Employee } | ShownPasswordLink;

/** Opens a dialog; the focus goes back to `from` when it closes. */
export type OpenFrom = (dialog: OpenDialog, from: HTMLElement | null) => void;

interface EmployeeDialogProps {
  dialog: OpenDialog | undefined;
  onClose: () => void;
}

/** The dialog that is open, if one is. */
export function EmployeeDialog({ dialog, onClose }: EmployeeDialogProps) {
  switch (dialog?.kind) {
    case 'deactivate':
      return <DeactivateDialog employee={dialog.employee} onClose={onClose} />;
    case 'role':
      return <ChangeRoleDialog employee={dialog.employee} onClose={onClose} />;
    case 'invitation':
    case 'reset':
      return <PasswordLinkDialog {...dialog} onClose={onClose} />;
    default:
      return null;
  }
}
