import { formatDay } from 'domain/local-dates';
import { Alert } from 'ui/alert';

/** On a record that is to be erased for want of movement: when, and what keeps it. */
export function InactivityNote({ erasesAt, timeZone }: { erasesAt: string; timeZone: string }) {
  return (
    <Alert
      tone="warning"
      role="note"
      title={`Este cadastro será apagado em ${formatDay(erasesAt, timeZone)} por falta de movimento`}
    >
      O saldo será cancelado. Uma compra até lá mantém o cadastro.
    </Alert>
  );
}
