import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';

interface EndSessions {
  /** The id of the session that is being ended; 'others' where all but this one are. */
  ending: string | undefined;
  end: (id: string) => Promise<void>;
  endOthers: () => Promise<void>;
}

/** Ends the employee's other sessions, reports the outcome and refetches the list. */
export function useEndSessions(): EndSessions {
  const { notify } = useRemoteHost();
  const utils = trpc.useUtils();
  const one = trpc.auth.endSession.useMutation();
  const others = trpc.auth.endOtherSessions.useMutation();
  const [ending, setEnding] = useState<string>();

  async function run(what: string, act: () => Promise<unknown>, success: string): Promise<void> {
    setEnding(what);
    try {
      await act();
      await utils.auth.sessions.invalidate();
      notify.success(success);
    } catch (error) {
      notify.error(failureMessage(error, 'Erro ao encerrar a sessão'));
    } finally {
      setEnding(undefined);
    }
  }

  return {
    ending,
    end: (id) => run(id, () => one.mutateAsync({ id }), 'Sessão encerrada'),
    endOthers: () => run('others', () => others.mutateAsync({}), 'As outras sessões foram encerradas'),
  };
}
