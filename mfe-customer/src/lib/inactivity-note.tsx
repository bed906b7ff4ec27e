import type { ApiOutputs } from 'api/contract';
import { formatDay } from 'domain/local-dates';
import { Alert } from 'ui/alert';
import { ButtonLink } from 'ui/button-link';

type InactivityNotice = NonNullable<ApiOutputs['customers']['dashboard']['inactivityNotice']>;

/** Tells a customer without movement when they will be erased, and how they are kept. */
export function InactivityNote({ notice }: { notice: InactivityNotice }) {
  return (
    <Alert
      tone="warning"
      role="note"
      title={`Seus dados serão apagados em ${formatDay(notice.erasesAt, notice.timeZone)} por falta de movimento`}
      action={
        <ButtonLink variant="secondary" href={notice.keepPath}>
          Manter meus dados
        </ButtonLink>
      }
    >
      O saldo será cancelado. Uma compra até lá também mantém tudo.
    </Alert>
  );
}
