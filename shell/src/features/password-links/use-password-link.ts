import type { ApiOutputs } from 'api/contract';
import { errorSentence, isRefusal } from 'federation/error-sentence';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';

export type PasswordLinkState =
  | { step: 'checking' }
  | { step: 'invalid' }
  | { step: 'failed'; message: string; retry: () => void; isRetrying: boolean }
  | { step: 'open'; link: ApiOutputs['auth']['passwordLink'] };

type Answer = { token: string; link: ApiOutputs['auth']['passwordLink'] } | { token: string; error: unknown };

/** What has become of the link: asked once the token is known, and again when the person says so. */
export function usePasswordLink(token: string | 'none' | undefined): PasswordLinkState {
  const [answer, setAnswer] = useState<Answer>();
  const [isRetrying, setIsRetrying] = useState(false);

  const ask = useCallback(async () => {
    if (token === undefined || token === 'none') return;
    try {
      setAnswer({ token, link: await api.auth.passwordLink.mutate({ token }) });
    } catch (error) {
      setAnswer({ token, error });
    }
  }, [token]);

  useEffect(() => void ask(), [ask]);

  if (token === 'none') return { step: 'invalid' };
  if (answer?.token !== token || answer === undefined) return { step: 'checking' };
  if ('link' in answer) return { step: 'open', link: answer.link };
  if (isRefusal(answer.error, 'invalid_password_link') || isRefusal(answer.error, 'bad_request'))
    return { step: 'invalid' };
  return {
    step: 'failed',
    message: errorSentence(answer.error, 'Não foi possível verificar o link'),
    isRetrying,
    retry: () => {
      setIsRetrying(true);
      void ask().finally(() => setIsRetrying(false));
    },
  };
}
