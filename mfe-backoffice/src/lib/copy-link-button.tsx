import { useRemoteHost } from 'federation/remote-host';
import { Check, Link } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button';

const COPIED_MS = 2_000;

/** Puts the link on the clipboard and says so for two seconds. */
export function CopyLinkButton({ link }: { link: string }) {
  const { notify } = useRemoteHost();
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      // There is no clipboard on plain http: that throws as a refused permission does.
      await navigator.clipboard.writeText(link);
      setIsCopied(true);
      notify.success('Link copiado!');
    } catch {
      notify.error('Não foi possível copiar o link');
    }
  }

  return (
    <Button variant="secondary" icon={isCopied ? <Check /> : <Link />} onClick={copy}>
      {isCopied ? 'Copiado' : 'Copiar link'}
    </Button>
  );
}
