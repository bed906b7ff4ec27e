import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import type { SetupMark } from './setup.ts';

/** Ticks a step or dismisses the list; resolves to whether it is done. */
export function useMarkSetup() {
  const { notify } = useRemoteHost();
  const { setup } = trpc.useUtils();
  const { mutateAsync, isPending, variables } = trpc.setup.mark.useMutation();

  async function mark(name: SetupMark): Promise<boolean> {
    try {
      await mutateAsync({ mark: name });
      await setup.show.invalidate();
      return true;
    } catch (error) {
      notify.error(failureMessage(error, 'Não foi possível salvar. Tente novamente.'));
      return false;
    }
  }

  return { mark, marking: isPending ? variables.mark : undefined };
}
