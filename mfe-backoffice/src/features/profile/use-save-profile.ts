import type { ApiOutputs } from 'api/contract';
import { failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import type { UseFormReturn } from 'react-hook-form';
import { trpc } from '../../lib/trpc.ts';

export type Profile = ApiOutputs['auth']['profile'];

export interface ProfileValues {
  name: string;
  email: string;
  /** Digits only; empty: none. */
  phone: string;
}

export function valuesOf({ name, email, phone }: Profile): ProfileValues {
  return { name, email, phone: phone ?? '' };
}

/** Saves and says how it went. */
export function useSaveProfile(form: UseFormReturn<ProfileValues>): (values: ProfileValues) => Promise<void> {
  const { notify, onSessionChanged } = useRemoteHost();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.auth.saveProfile.useMutation();

  return async (values) => {
    try {
      const { isSentBefore, ...saved } = await mutateAsync(values);
      form.reset(valuesOf(saved));
      // The frame shows the name.
      onSessionChanged?.();
      utils.auth.profile.setData(undefined, saved);
      // A new address that has to be proved is not in effect yet.
      const waits = saved.pendingEmail !== null && saved.pendingEmail === values.email.trim().toLowerCase();
      if (!waits) notify.success('Perfil atualizado com sucesso!');
      else if (isSentBefore)
        notify.success('O link para confirmar o novo email já foi enviado e continua valendo.');
      else notify.success('Enviamos um link para confirmar o novo email.');
    } catch (error) {
      const message = failureMessage(error, 'Erro ao salvar perfil');
      if (isRefusal(error, 'email_taken') || isRefusal(error, 'too_many_emails'))
        form.setError('email', { message }, { shouldFocus: true });
      else notify.error(message);
    }
  };
}
