import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { refusedFields } from '../../lib/refused-fields.ts';

/**
 * Saves one tab's settings and reports the outcome; the server's refusals stand beside their fields. Resolves
 * to the stored settings, undefined when it did not succeed.
 */
export function useSaveSettings<Values extends FieldValues, Input, Saved>(
  form: UseFormReturn<Values>,
  send: (input: Input) => Promise<Saved>,
): (input: Input) => Promise<Saved | undefined> {
  const { notify, onSessionChanged } = useRemoteHost();
  return async (input) => {
    try {
      const saved = await send(input);
      // The frame shows the merchant's name, the counter goes by its rate.
      onSessionChanged?.();
      notify.success('Configurações salvas com sucesso!');
      return saved;
    } catch (error) {
      const names = Object.keys(form.getValues());
      for (const [field, message] of Object.entries(refusedFields(error)))
        if (names.includes(field)) form.setError(field as Path<Values>, { message });
      notify.error(failureMessage(error, 'Erro ao salvar configurações'));
      return undefined;
    }
  };
}
