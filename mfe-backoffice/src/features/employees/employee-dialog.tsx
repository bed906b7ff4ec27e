import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { DemandFactorDialog } from './demand-factor-dialog.tsx';
import type { Employee, EmployeeList } from './employee.ts';
import { PasswordLinkDialog, type ShownPasswordLink } from './password-link-dialog.tsx';
import { ResetFactorDialog } from './reset-factor-dialog.tsx';

export type OpenDialog =
  | { kind: 'deactivate' | 'role' | 'factor'; employee: Employee }
  | { kind: 'demand'; demands: EmployeeList['factorDemands'] }
  | ShownPasswordLink;

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
    case 'factor':
      return <ResetFactorDialog employee={dialog.employee} onClose={onClose} />;
    case 'demand':
      return <DemandFactorDialog demands={dialog.demands} onClose={onClose} />;
    case 'invitation':
    case 'reset':
      return <PasswordLinkDialog {...dialog} onClose={onClose} />;
    default:
      return null;
  }
}
