import { useEffect, useEffectEvent } from 'react';
import { isRefused, PendingCode } from '../../lib/pending-code.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useCodeClosed, useShownCode } from '../../lib/use-shown-code.ts';
import { RedemptionDialog } from './redemption-dialog.tsx';

/** The code of the redemption in the address, if there is one. `onClosed` moves the focus. */
export function RedemptionCode({ onClosed }: { onClosed?: (id: string) => void }) {
  const { id, close } = useShownCode('resgate');
  useCodeClosed(id, (closed) => onClosed?.(closed));
  return id && <ShownCode key={id} id={id} onClose={close} />;
}

function ShownCode({ id, onClose }: { id: string; onClose: () => void }) {
  const { showCode } = trpc.useUtils().redemptions;
  // A redemption that was just prepared is here already, and is not asked for.
  const query = trpc.redemptions.showCode.useQuery({ id }, { refetchOnWindowFocus: false });
  const forget = useEffectEvent(() => void showCode.invalidate({ id }, { refetchType: 'none' }));
  // Opened again, it may be confirmed, canceled or expired.
  useEffect(() => () => forget(), []);
  const { data: code, dataUpdatedAt } = query;
  if (!code || isRefused(query.error))
    return <PendingCode title="QR Code do Resgate" query={query} onClose={onClose} />;
  return (
    <RedemptionDialog code={code} validUntil={dataUpdatedAt + code.secondsLeft * 1_000} onClose={onClose} />
  );
}
