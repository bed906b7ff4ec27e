import { useEffect, useEffectEvent } from 'react';
import { isRefused, PendingCode } from '../../lib/pending-code.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useCodeClosed, useShownCode } from '../../lib/use-shown-code.ts';
import { CashbackDialog } from './cashback-dialog.tsx';

/** The code of the purchase in the address, if there is one. `onClosed` moves the focus. */
export function PurchaseCode({ onClosed }: { onClosed?: (id: string) => void }) {
  const { id, close } = useShownCode('codigo');
  useCodeClosed(id, (closed) => onClosed?.(closed));
  return id && <ShownCode key={id} id={id} onClose={close} />;
}

function ShownCode({ id, onClose }: { id: string; onClose: () => void }) {
  const { showCode } = trpc.useUtils().cashback;
  // A purchase that was just recorded is here already, and is not asked for.
  const query = trpc.cashback.showCode.useQuery({ id }, { refetchOnWindowFocus: false });
  const forget = useEffectEvent(() => void showCode.invalidate({ id }, { refetchType: 'none' }));
  // Opened again, it may be confirmed, reversed or expired.
  useEffect(() => () => forget(), []);
  if (!query.data || isRefused(query.error))
    return <PendingCode title="QR Code do Cashback" query={query} onClose={onClose} />;
  return <CashbackDialog issued={query.data} onClose={onClose} />;
}
