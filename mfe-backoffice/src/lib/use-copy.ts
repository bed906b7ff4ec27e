import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useState } from 'react';

const COPIED_MS = 2_000;

/** Puts text on the clipboard, says so, and knows for two seconds that it did. */
export function useCopy(labels: { copied: string; failed: string }): {
  isCopied: boolean;
  copy: (text: string) => Promise<void>;
} {
  const { notify } = useRemoteHost();
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(text: string) {
    try {
      // There is no clipboard on plain http: that throws as a refused permission does.
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      notify.success(labels.copied);
    } catch {
      notify.error(labels.failed);
    }
  }

  return { isCopied, copy };
}
