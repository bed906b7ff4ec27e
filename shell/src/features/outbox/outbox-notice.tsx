import type { OutboxPurchase, OutboxState } from 'federation/outbox';
import { Link } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { buttonClassName } from 'ui/button';

const COUNTER = '/cashback';

/** Away from the counter: its codes are ready, or a purchase needs a person. There the list says so. */
export function OutboxNotice({ outbox, pathname }: { outbox: OutboxState; pathname: string }) {
  if (pathname === COUNTER) return null;
  const ready = outbox.purchases.filter(hasCode).length;
  const needy = outbox.purchases.filter(({ state }) => state === 'refused' || state === 'expired').length;
  if (ready + needy === 0) return null;
  return (
    <Alert
      tone={needy > 0 ? 'warning' : 'success'}
      title={ready > 0 ? readyMessage(ready) : undefined}
      action={
        <Link to={COUNTER} className={buttonClassName({ variant: 'secondary' })}>
          Ver em Cashback
        </Link>
      }
    >
      {needy > 0 ? needyMessage(needy) : 'Mostre o QR Code ao cliente ou envie por WhatsApp.'}
    </Alert>
  );
}

/** One that earned nothing has none. */
function hasCode({ state, issued }: OutboxPurchase): boolean {
  return state === 'issued' && (issued as { rateBasisPoints?: number } | undefined)?.rateBasisPoints !== 0;
}

const readyMessage = (count: number) => (count === 1 ? 'Código pronto' : `${count} códigos prontos`);
const needyMessage = (count: number) =>
  count === 1 ? '1 venda precisa de você.' : `${count} vendas precisam de você.`;
