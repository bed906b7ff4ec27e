import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import type { LinkSettings } from './link-settings.ts';

/** While a claim waits, another tab or the daily check may prove it. */
const WAITING_POLL_MS = 20_000;
const CHECKING_POLL_MS = 1_000;
/** The server gives the DNS five seconds. */
const CHECKING_AT_MOST_MS = 10_000;

export interface DomainCheck {
  isPending: boolean;
  run: () => Promise<void>;
  /** How soon the settings are worth asking for again (ms), or false. */
  askAgainIn: (settings: LinkSettings | undefined) => number | false;
}

/**
 * Has the server look for the domain's record now. Where the DNS is slow the outcome comes with the settings.
 */
export function useDomainCheck(): DomainCheck {
  const { notify } = useRemoteHost();
  const utils = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.domains.verify.useMutation();
  /** The last check's time when the pending check began. */
  const [awaited, setAwaited] = useState<{ checkedAt: string | null }>();
  const arrived = utils.domains.linkSettings.getData()?.customDomain?.checkedAt !== awaited?.checkedAt;

  useEffect(() => {
    if (!awaited) return;
    const timer = setTimeout(() => setAwaited(undefined), CHECKING_AT_MOST_MS);
    return () => clearTimeout(timer);
  }, [awaited]);

  async function run() {
    try {
      const { settings, isStillChecking } = await mutateAsync();
      utils.domains.linkSettings.setData(undefined, settings);
      if (isStillChecking) setAwaited({ checkedAt: settings.customDomain?.checkedAt ?? null });
      else if (settings.customDomain?.finding?.kind === 'proved') notify.success('Domínio verificado!');
    } catch (error) {
      notify.error(failureMessage(error, 'Erro ao verificar o domínio. Tente novamente.'));
      void utils.domains.linkSettings.invalidate();
    }
  }

  return {
    isPending: isPending || (awaited !== undefined && !arrived),
    run,
    askAgainIn(settings) {
      if (awaited && settings?.customDomain?.checkedAt === awaited.checkedAt) return CHECKING_POLL_MS;
      return settings?.customDomain?.status === 'waiting' ? WAITING_POLL_MS : false;
    },
  };
}
