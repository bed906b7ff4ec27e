import { failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';

interface PendingEmailActions {
  running: 'resend' | 'cancel' | undefined;
  resend: () => Promise<void>;
  cancel: () => Promise<void>;
}

/** Sends the link again or gives the new address up, and says how it went. */
export function usePendingEmail(): PendingEmailActions {
  const { notify } = useRemoteHost();
  const utils = trpc.useUtils();
  const resend = trpc.auth.resendEmailLink.useMutation();
  const cancel = trpc.auth.cancelEmailChange.useMutation();
  const [running, setRunning] = useState<'resend' | 'cancel'>();

  async function run(
    what: 'resend' | 'cancel',
    act: () => Promise<{ pendingEmail: string | null }>,
    success: string,
  ): Promise<void> {
    setRunning(what);
    try {
      const { pendingEmail } = await act();
      utils.auth.profile.setData(undefined, (profile) => profile && { ...profile, pendingEmail });
      notify.success(success);
    } catch (error) {
      // Confirmed or given up elsewhere meanwhile.
      if (isRefusal(error, 'no_email_change')) await utils.auth.profile.invalidate();
      notify.error(failureMessage(error, 'Erro ao trocar o email'));
    } finally {
      setRunning(undefined);
    }
  }

  return {
    running,
    resend: () => run('resend', () => resend.mutateAsync({}), 'Enviamos o link de novo.'),
    cancel: () => run('cancel', () => cancel.mutateAsync({}), 'A troca de email foi cancelada.'),
  };
}
