import { Check, Copy } from 'lucide-react';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  value: string;
  /** The name of the copied value, for screen readers. */
  what: string;
  variant?: 'secondary' | 'ghost' | undefined;
  className?: string | undefined;
}

/** Puts a value on the clipboard exactly as it stands and says so for two seconds. */
export function CopyButton({ value, what, variant = 'ghost', className }: CopyButtonProps) {
  const { isCopied, copy } = useCopy({ copied: 'Copiado!', failed: 'Não foi possível copiar' });
  return (
    <Button
      variant={variant}
      className={className}
      icon={isCopied ? <Check /> : <Copy />}
      onClick={() => copy(value)}
    >
      {isCopied ? 'Copiado' : 'Copiar'}
      <VisuallyHidden> {what}</VisuallyHidden>
    </Button>
  );
}
