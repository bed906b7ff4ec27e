import { Check, Share2 } from 'lucide-react';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { useShare } from '../../lib/use-share.ts';
import styles from './share-card.module.css';

interface ShareCardProps {
  merchantName: string;
  /** The merchant's signup link; it does not identify the sender. */
  signupUrl: string;
}

/** Invites a friend into the program. */
export function ShareCard({ merchantName, signupUrl }: ShareCardProps) {
  const { isCopied, share } = useShare({
    title: `${merchantName}: cashback`,
    text: `${merchantName} devolve uma parte de cada compra. Cadastre-se:`,
    url: signupUrl,
  });
  return (
    <Card className={styles.card}>
      <div className={styles.body}>
        <h2 className={styles.title}>Indique para quem você gosta</h2>
        <p className={styles.text}>{merchantName} devolve uma parte das compras de quem se cadastra.</p>
      </div>
      <Button variant="secondary" icon={isCopied ? <Check /> : <Share2 />} onClick={() => void share()}>
        {isCopied ? 'Link copiado!' : 'Compartilhar'}
      </Button>
    </Card>
  );
}
