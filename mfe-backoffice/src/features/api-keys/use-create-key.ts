import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import type { UseFormReturn } from 'react-hook-form';
import { refusedFields } from '../../lib/refused-fields.ts';
import { trpc } from '../../lib/trpc.ts';
import type { KeyValues } from './api-key.ts';

/** The server's refusals that concern the employee. */
const ABOUT_THE_EMPLOYEE = [
  'api_key_role_too_small',
  'api_key_person_above',
  'api_key_person_inactive',
  'employee_not_found',
];

/** Makes a key and hands it over this once; what is refused stands in the form. */
export function useCreateKey(
  form: UseFormReturn<KeyValues>,
  onCreated: (created: { name: string; key: string }) => void,
): (values: KeyValues) => Promise<void> {
  const { notify } = useRemoteHost();
  const { apiKeys } = trpc.useUtils();
  const { mutateAsync } = trpc.apiKeys.create.useMutation();

  function showRefusal(error: unknown): void {
    const refused = Object.entries(refusedFields(error)).filter(([field]) => field in form.getValues());
    if (ABOUT_THE_EMPLOYEE.some((refusal) => isRefusal(error, refusal)))
      refused.push(['employeeId', errorMessage(error)]);
    if (refused.length === 0) refused.push(['root', failureMessage(error, 'Erro ao criar a chave')]);
    for (const [field, message] of refused)
      form.setError(field as keyof KeyValues | 'root', { message }, { shouldFocus: true });
  }

  return async (values) => {
    try {
      const { key } = await mutateAsync(values);
      notify.success('Chave criada!');
      // Before anything else can fail: it is shown only once.
      onCreated({ name: values.name.trim(), key });
      await apiKeys.list.invalidate();
    } catch (error) {
      showRefusal(error);
    }
  };
}
