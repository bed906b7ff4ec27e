import { LOGO_MESSAGE, LOGO_TYPES, MAX_LOGO_BYTES } from 'domain/logo';
import { failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { sendFile } from 'federation/send-file';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';

/** Every error of the file itself has the same message. */
const ABOUT_THE_FILE = ['invalid_logo', 'unsupported_file', 'body_too_large'];
const FAILURE = 'Erro ao salvar configurações';

/** The merchant's logo, which changes at once and not with the form around it. */
export function useLogo(storedUrl: string | null) {
  const { notify, onSessionChanged } = useRemoteHost();
  const { mutateAsync } = trpc.merchants.removeLogo.useMutation();
  const [logoUrl, setLogoUrl] = useState(storedUrl);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState<'upload' | 'remove'>();

  function settle(url: string | null, success: string) {
    setLogoUrl(url);
    onSessionChanged?.();
    notify.success(success);
  }

  async function upload(file: File): Promise<void> {
    const isKnown = (LOGO_TYPES as readonly string[]).includes(file.type);
    if (!isKnown || file.size > MAX_LOGO_BYTES) return setError(LOGO_MESSAGE);
    setError(undefined);
    setPending('upload');
    try {
      const saved = await sendFile<{ logoUrl: string }>('/files/logo', file, file.type);
      settle(saved.logoUrl, 'Logo atualizado!');
    } catch (failure) {
      const isFile = ABOUT_THE_FILE.some((refusal) => isRefusal(failure, refusal));
      setError(isFile ? LOGO_MESSAGE : failureMessage(failure, FAILURE));
    } finally {
      setPending(undefined);
    }
  }

  /** Resolves to whether it is gone. */
  async function remove(): Promise<boolean> {
    setError(undefined);
    setPending('remove');
    try {
      await mutateAsync({});
      settle(null, 'Logo removido!');
      return true;
    } catch (failure) {
      notify.error(failureMessage(failure, FAILURE));
      return false;
    } finally {
      setPending(undefined);
    }
  }

  return { logoUrl, error, pending, upload, remove };
}
