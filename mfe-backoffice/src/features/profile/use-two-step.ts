import { trpc } from '../../lib/trpc.ts';
import { useFactorsChanged } from './use-factors-changed.ts';

interface TwoStep {
  start: () => Promise<{ secret: string; address: string }>;
  /** Returns the recovery codes, where it is the first factor. */
  confirm: (values: { code: string }) => Promise<string[] | null>;
  renew: () => Promise<string[]>;
  remove: () => Promise<void>;
}

/** The calls about the employee's second step. They throw what the server refused with. */
export function useTwoStep(): TwoStep {
  const changed = useFactorsChanged();
  const start = trpc.auth.startAuthenticator.useMutation();
  const confirm = trpc.auth.confirmAuthenticator.useMutation();
  const renew = trpc.auth.renewRecoveryCodes.useMutation();
  const remove = trpc.auth.removeAuthenticator.useMutation();

  return {
    start: () => start.mutateAsync(),
    async confirm(values) {
      const { recoveryCodes } = await confirm.mutateAsync(values);
      // Not waited for: the codes are shown before anything else can fail.
      void changed(!recoveryCodes && 'Aplicativo de códigos ativado!');
      return recoveryCodes;
    },
    async renew() {
      const { recoveryCodes } = await renew.mutateAsync();
      void changed();
      return recoveryCodes;
    },
    async remove() {
      await remove.mutateAsync();
      // The button that opened the dialog is gone by the time that the focus goes back.
      await changed('Aplicativo de códigos desativado.');
    },
  };
}
