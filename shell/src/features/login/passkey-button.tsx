import type { ClientSession } from 'domain/session';
import { errorMessage } from 'federation/error-message';
import { useState } from 'react';
import { Button } from 'ui/button';

export interface PasskeyButtonProps {
  label: string;
  variant?: 'primary' | 'secondary';
  /** Of the login whose second step it is. */
  halfOpenToken?: string;
  onSignedIn: (session: ClientSession) => void;
  /** With the error, for those who do more than say it. */
  onFailed: (message: string, error: unknown) => void;
}

/** Signs in with a passkey. What talks to the browser about it comes with the first click. */
export function PasskeyButton({ label, variant, halfOpenToken, onSignedIn, onFailed }: PasskeyButtonProps) {
  const [isPending, setIsPending] = useState(false);

  async function logIn() {
    setIsPending(true);
    let messageOf: (error: unknown, fallback: string) => string = errorMessage;
    try {
      const { logInWithPasskey, passkeyFailure } = await import(
        /* webpackChunkName: 'passkeys' */ './passkey-login.ts'
      );
      messageOf = passkeyFailure;
      onSignedIn(await logInWithPasskey(halfOpenToken));
    } catch (error) {
      onFailed(messageOf(error, 'Erro ao fazer login'), error);
      setIsPending(false);
    }
  }

  return (
    <Button
      variant={variant}
      size="large"
      block
      pending={isPending}
      pendingLabel="Aguardando a chave..."
      onClick={logIn}
    >
      {label}
    </Button>
  );
}
