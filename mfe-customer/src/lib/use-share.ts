import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useState } from 'react';

/** How long a button says that something was copied. */
const COPIED_MS = 2_000;

export interface SharedLink {
  title: string;
  text: string;
  url: string;
}

/**
 * Opens the device's own sharing; where there is none the link is copied, and `isCopied` says so for two
 * seconds.
 */
export function useShare(link: SharedLink): { isCopied: boolean; share: () => Promise<void> } {
  const { notify } = useRemoteHost();
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function share() {
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share(link);
        return;
      }
    } catch (error) {
      // The share sheet was closed. Any other failure leaves copying.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
    try {
      // There is no clipboard on plain http: that throws as a refused permission does.
      await navigator.clipboard.writeText(link.url);
      setIsCopied(true);
      notify.success('Link copiado!');
    } catch {
      notify.error('Não foi possível copiar o link');
    }
  }

  return { isCopied, share };
}
