import { Check, Link } from 'lucide-react';
import { Button } from 'ui/button';
import { useCopy } from './use-copy.ts';

/** Puts the link on the clipboard and says so for two seconds. */
export function CopyLinkButton({ link }: { link: string }) {
  const { isCopied, copy } = useCopy({ copied: 'Link copiado!', failed: 'Não foi possível copiar o link' });
  return (
    <Button variant="secondary" icon={isCopied ? <Check /> : <Link />} onClick={() => copy(link)}>
      {isCopied ? 'Copiado' : 'Copiar link'}
    </Button>
  );
}
