import { trpc } from '../../lib/trpc.ts';
import { useFactorsChanged } from './use-factors-changed.ts';

interface Passkeys {
  /** Returns the recovery codes, where it is the first factor. */
  add: (values: { name: string }) => Promise<string[] | null>;
  remove: (passkey: { id: string }) => Promise<void>;
}

/** The calls about the employee's passkeys. They throw what the server or the browser refused with. */
export function usePasskeys(): Passkeys {
  const changed = useFactorsChanged();
  const start = trpc.auth.startPasskey.useMutation();
  const confirm = trpc.auth.confirmPasskey.useMutation();
  const remove = trpc.auth.removePasskey.useMutation();
  return {
    async add({ name }) {
      const { makePasskey } = await import('./make-passkey.ts');
      const answer = await makePasskey(await start.mutateAsync());
      const { recoveryCodes } = await confirm.mutateAsync({ name, ...answer });
      // Not waited for: the codes are shown before anything else can fail.
      void changed(!recoveryCodes && 'Chave de acesso adicionada!');
      return recoveryCodes;
    },
    async remove(passkey) {
      await remove.mutateAsync(passkey);
      // The button that opened the dialog is gone by the time that the focus goes back.
      await changed('Chave de acesso removida.');
    },
  };
}
