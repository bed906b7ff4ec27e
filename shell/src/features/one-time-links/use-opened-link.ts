import { errorMessage, isRefusal } from 'federation/error-message';
import { useCallback, useEffect, useState } from 'react';

export type OpenedLink<Link> =
  | { step: 'checking' }
  | { step: 'invalid' }
  | { step: 'failed'; message: string; retry: () => void; isRetrying: boolean }
  | { step: 'open'; link: Link };

type Answer<Link> = { token: string; link: Link } | { token: string; error: unknown };

/** The refusals of a link that is unknown, used, expired or malformed. */
const INVALID = ['invalid_password_link', 'invalid_email_link', 'invalid_notice_link', 'bad_request'];

/**
 * The state of the link: checked once the token is known, and again on request. `open` must be the same
 * function at each render.
 */
export function useOpenedLink<Link>(
  token: string | 'none' | undefined,
  open: (token: string) => Promise<Link>,
): OpenedLink<Link> {
  const [answer, setAnswer] = useState<Answer<Link>>();
  const [isRetrying, setIsRetrying] = useState(false);

  const ask = useCallback(async () => {
    if (token === undefined || token === 'none') return;
    try {
      setAnswer({ token, link: await open(token) });
    } catch (error) {
      setAnswer({ token, error });
    }
  }, [token, open]);

  useEffect(() => void ask(), [ask]);

  if (token === 'none') return { step: 'invalid' };
  if (answer?.token !== token || answer === undefined) return { step: 'checking' };
  if ('link' in answer) return { step: 'open', link: answer.link };
  if (INVALID.some((refusal) => isRefusal(answer.error, refusal))) return { step: 'invalid' };
  return {
    step: 'failed',
    message: errorMessage(answer.error, 'Não foi possível verificar o link'),
    isRetrying,
    retry: () => {
      setIsRetrying(true);
      void ask().finally(() => setIsRetrying(false));
    },
  };
}
