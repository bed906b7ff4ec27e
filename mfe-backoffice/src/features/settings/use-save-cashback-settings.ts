import { useRemoteHost } from 'federation/remote-host';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { trpc } from '../../lib/trpc.ts';
import { type CashbackSettings, inputOf, type SettingsValues } from './cashback-settings-values.ts';

/** Saves and says how it went. Resolves to what is stored now, undefined when it did not succeed. */
export function useSaveCashbackSettings(): (values: SettingsValues) => Promise<CashbackSettings | undefined> {
  const { notify, onSessionChanged } = useRemoteHost();
  const { mutateAsync } = trpc.merchants.saveCashbackSettings.useMutation();

  return async (values) => {
    try {
      const saved = await mutateAsync(inputOf(values));
      // The counter's preview goes by the rate in the session.
      onSessionChanged?.();
      notify.success('Configurações salvas com sucesso!');
      return saved;
    } catch (error) {
      notify.error(failureSentence(error, 'Erro ao salvar configurações'));
      return undefined;
    }
  };
}
