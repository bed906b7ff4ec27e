import { formatDay } from 'domain/local-dates';
import { Alert } from 'ui/alert';

/** On an erased record: why nobody is named here. */
export function ErasedNote({ erasedAt, timeZone }: { erasedAt: string; timeZone: string }) {
  return (
    <Alert
      tone="info"
      role="note"
      title={`Os dados deste cliente foram apagados em ${formatDay(erasedAt, timeZone)}`}
    >
      Valores e datas ficam para as contas da loja, sem ligação com a pessoa.
    </Alert>
  );
}
