import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { useEffect, useEffectEvent } from 'react';
import { isRefused, PendingCode } from '../../lib/pending-code.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { UndonePurchase } from '../../lib/undo-purchase-button.tsx';
import { useCodeClosed, useShownCode } from '../../lib/use-shown-code.ts';
import { CashbackDialog } from './cashback-dialog.tsx';
import { NoCashbackDialog } from './no-cashback-dialog.tsx';

interface PurchaseCodeProps {
  /** Moves the focus. */
  onClosed?: (id: string) => void;
  /** The purchase just made on this screen, which its employee may undo with the code in sight. */
  newId?: string | undefined;
  onUndone?: (purchase: UndonePurchase) => void;
}

/** The code of the purchase in the address, if there is one. */
export function PurchaseCode({ onClosed, newId, onUndone }: PurchaseCodeProps) {
  const { id, close } = useShownCode('codigo');
  const { employee } = useStaffSession();
  useCodeClosed(id, (closed) => onClosed?.(closed));
  const isUndoable = id === newId && roleMay(employee.role, 'operations.reverse_own');

  function undone(purchase: UndonePurchase) {
    close();
    onUndone?.(purchase);
  }

  return id && <ShownCode key={id} id={id} onClose={close} onUndone={isUndoable ? undone : undefined} />;
}

interface ShownCodeProps {
  id: string;
  onClose: () => void;
  onUndone: ((purchase: UndonePurchase) => void) | undefined;
}

function ShownCode({ id, onClose, onUndone }: ShownCodeProps) {
  const { showCode } = trpc.useUtils().cashback;
  // A purchase that was just recorded is here already, and is not asked for.
  const query = trpc.cashback.showCode.useQuery({ id }, { refetchOnWindowFocus: false });
  const forget = useEffectEvent(() => void showCode.invalidate({ id }, { refetchType: 'none' }));
  // Opened again, it may be confirmed, reversed or expired.
  useEffect(() => () => forget(), []);
  if (!query.data || isRefused(query.error))
    return <PendingCode title="QR Code do Cashback" query={query} onClose={onClose} />;
  const Shown = query.data.rateBasisPoints === 0 ? NoCashbackDialog : CashbackDialog;
  return <Shown issued={query.data} onClose={onClose} onUndone={onUndone} />;
}
