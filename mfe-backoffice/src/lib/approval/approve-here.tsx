import { knowsPasskeys } from 'federation/knows-passkeys';
import { passkeyFailure } from 'federation/passkey-failure';
import { useEffect, useRef, useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { trpc } from '../trpc.ts';
import { PinForm } from './pin-form.tsx';

interface ApproveHereProps {
  /** The asking. */
  id: string;
  /** A registered tablet takes PINs, any browser passkeys. */
  takesPins: boolean;
  onApproved: () => Promise<void>;
}

/** A manager who stands at the counter approves there. */
export function ApproveHere({ id, takesPins, onApproved }: ApproveHereProps) {
  return (
    <>
      {takesPins && <PinForm id={id} onApproved={onApproved} />}
      {knowsPasskeys() && <PasskeyApproval id={id} isAlone={!takesPins} onApproved={onApproved} />}
    </>
  );
}

interface PasskeyApprovalProps extends Omit<ApproveHereProps, 'takesPins'> {
  isAlone: boolean;
}

/** What talks to the browser about passkeys comes with the click. */
function PasskeyApproval({ id, isAlone, onApproved }: PasskeyApprovalProps) {
  const start = trpc.approvals.startPasskey.useMutation();
  const approve = trpc.approvals.approveHere.useMutation();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that led here is gone.
    if (isAlone) button.current?.focus();
  }, [isAlone]);

  async function approveNow() {
    setIsPending(true);
    setFailure(undefined);
    try {
      const { signWithPasskey } = await import('federation/sign-with-passkey');
      const { answer, userHandle = '' } = await signWithPasskey(await start.mutateAsync({ id }));
      await approve.mutateAsync({ id, passkey: { ...answer, userHandle } });
    } catch (error) {
      setFailure(passkeyFailure(error, 'Não foi possível aprovar. Tente novamente.'));
      return setIsPending(false);
    }
    await onApproved();
  }

  return (
    <>
      {isAlone && (
        <p>
          Quem aprova confirma com a própria chave de acesso: neste aparelho, no celular ou com uma chave de
          segurança.
        </p>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button
        ref={button}
        variant={isAlone ? 'primary' : 'secondary'}
        block
        pending={isPending}
        pendingLabel="Aguardando a chave..."
        onClick={() => void approveNow()}
      >
        Usar chave de acesso
      </Button>
    </>
  );
}
