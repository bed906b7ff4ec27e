import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { Combine, KeyRound, Phone, Scale, UserPen, UserRoundX } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from 'ui/button';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { CorrectPhoneDialog } from './correct-phone-dialog.tsx';
import styles from './customer-actions.module.css';
import type { CustomerDetail } from './customer-detail.ts';
import { EditDialog, editableFields } from './edit-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { ResetProofDialog } from './reset-proof-dialog.tsx';
import { useAdjustBalance, useMergeCustomers } from './use-corrections.ts';

type OpenDialog =
  | { kind: 'edit' }
  | { kind: 'adjust' }
  | { kind: 'phone' }
  | { kind: 'proof' }
  | { kind: 'erase' }
  | { kind: 'merge'; phone: string };

/** The corrections that the role allows. */
export function CustomerActions({ customer }: { customer: CustomerDetail }) {
  const { role } = useStaffSession().employee;
  const mayEdit = editableFields(customer, role).length > 0;
  const mayCorrect = roleMay(role, 'customers.adjust');
  const [open, setOpen] = useState<OpenDialog>();
  const opener = useRef<HTMLElement>(null);
  // Back to the button that opened it. On arrival there is none, and the focus stays where it is.
  useReadyFocus(open === undefined, () => opener.current?.focus());

  const openBy = (dialog: OpenDialog) => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    setOpen(dialog);
  };

  return (
    <>
      <div className={styles.actions}>
        {mayEdit && (
          <Button variant="secondary" icon={<UserPen />} onClick={openBy({ kind: 'edit' })}>
            Editar cadastro
          </Button>
        )}
        {mayCorrect && (
          <>
            <Button variant="secondary" icon={<Phone />} onClick={openBy({ kind: 'phone' })}>
              Corrigir telefone
            </Button>
            <Button variant="secondary" icon={<Scale />} onClick={openBy({ kind: 'adjust' })}>
              Ajustar saldo
            </Button>
            <Button variant="secondary" icon={<Combine />} onClick={openBy({ kind: 'merge', phone: '' })}>
              Unir cadastros
            </Button>
          </>
        )}
        {roleMay(role, 'customers.reset_proof') && (
          <Button variant="secondary" icon={<KeyRound />} onClick={openBy({ kind: 'proof' })}>
            Redefinir PIN e aparelhos
          </Button>
        )}
        {roleMay(role, 'customers.erase') && (
          <Button variant="secondary" icon={<UserRoundX />} onClick={openBy({ kind: 'erase' })}>
            Apagar dados do cliente
          </Button>
        )}
      </div>
      <CorrectionDialog customer={customer} open={open} setOpen={setOpen} />
    </>
  );
}

interface CorrectionDialogProps {
  customer: CustomerDetail;
  open: OpenDialog | undefined;
  setOpen: (dialog: OpenDialog | undefined) => void;
}

function CorrectionDialog({ customer, open, setOpen }: CorrectionDialogProps) {
  const navigate = useNavigate();
  const adjust = useAdjustBalance();
  const merge = useMergeCustomers();
  const close = () => setOpen(undefined);

  function showMerged(customerId: string) {
    close();
    if (customerId !== customer.id) navigate(`/customers/${customerId}`);
  }

  switch (open?.kind) {
    case 'edit':
      return <EditDialog customer={customer} onClose={close} />;
    case 'adjust':
      return <AdjustDialog customer={customer} adjust={adjust} onClose={close} />;
    case 'phone':
      return (
        <CorrectPhoneDialog
          customer={customer}
          onMerge={(phone) => setOpen({ kind: 'merge', phone })}
          onClose={close}
        />
      );
    case 'proof':
      return <ResetProofDialog customer={customer} onClose={close} />;
    case 'erase':
      return <EraseDialog customer={customer} onClose={close} />;
    case 'merge':
      return (
        <MergeDialog
          customer={customer}
          phone={open.phone}
          merge={merge}
          onMerged={showMerged}
          onClose={close}
        />
      );
    default:
      return null;
  }
}
