import { Check, Share2 } from 'lucide-react';
import { Button } from 'ui/button';
import { ActionCard } from '../../lib/action-card.tsx';
import { useShare } from '../../lib/use-share.ts';

interface ShareCardProps {
  merchantName: string;
  /** The merchant's signup link; it does not identify the sender. */
  signupUrl: string;
}

/** Invites a friend into the program. */
export function ShareCard({ merchantName, signupUrl }: ShareCardProps) {
  const { isCopied, share } = useShare({
    title: `${merchantName}: cashback`,
    text: `${merchantName} devolve uma parte das compras. Cadastre-se:`,
    url: signupUrl,
  });
  return (
    <ActionCard
      title="Indique para quem você gosta"
      text={`${merchantName} devolve uma parte das compras de quem se cadastra.`}
    >
      <Button variant="secondary" icon={isCopied ? <Check /> : <Share2 />} onClick={() => void share()}>
        {isCopied ? 'Link copiado!' : 'Compartilhar'}
      </Button>
    </ActionCard>
  );
}
