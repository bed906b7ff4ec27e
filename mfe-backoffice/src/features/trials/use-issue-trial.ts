import type { ApiInputs, ApiOutputs } from 'api/contract';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';

export type Trial = ApiInputs['trials']['issue'];
export type IssuedTrial = ApiOutputs['trials']['issue'];

/** Makes a trial, or says why not. A repeat replaces the trial before it, so it needs no request id. */
export function useIssueTrial(): (trial: Trial) => Promise<IssuedTrial | undefined> {
  const { notify } = useRemoteHost();
  const { mutateAsync } = trpc.trials.issue.useMutation();

  return async (trial) => {
    try {
      return await mutateAsync(trial);
    } catch (error) {
      notify.error(failureMessage(error, 'Erro ao gerar QR Code. Tente novamente.'));
      return undefined;
    }
  };
}
