import { failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import type { UseFormReturn } from 'react-hook-form';
import { trpc } from '../../lib/trpc.ts';

export interface PasswordValues {
  currentPassword: string;
  password: string;
  confirmation: string;
}

export const EMPTY_PASSWORDS: PasswordValues = { currentPassword: '', password: '', confirmation: '' };

/** Refusals that are about one field. */
const FIELD_OF_REFUSAL = {
  wrong_password: 'currentPassword',
  common_password: 'password',
  password_has_email: 'password',
  password_has_merchant_name: 'password',
} as const;

/** Changes the password and says how it went. */
export function useChangePassword(
  form: UseFormReturn<PasswordValues>,
): (values: PasswordValues) => Promise<void> {
  const { notify } = useRemoteHost();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.auth.changePassword.useMutation();

  return async ({ currentPassword, password }) => {
    try {
      await mutateAsync({ currentPassword, password });
      form.reset(EMPTY_PASSWORDS);
      notify.success('Senha alterada com sucesso!');
    } catch (error) {
      const message = failureMessage(error, 'Erro ao trocar a senha');
      const entries = Object.entries(FIELD_OF_REFUSAL) as [string, 'currentPassword' | 'password'][];
      const [, field] = entries.find(([refusal]) => isRefusal(error, refusal)) ?? [];
      if (field) form.setError(field, { message }, { shouldFocus: true });
      else notify.error(message);
    } finally {
      void utils.auth.sessions.invalidate();
    }
  };
}
