import type { ApiOutputs } from 'api/contract';
import { PROVIDER_NAMES } from 'domain/integrations';
import { formatDay, formatDayAndTime } from 'domain/local-dates';
import { roleMay } from 'domain/roles';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { trpc } from './trpc.ts';
import styles from './undelivered-erasures.module.css';

type Undelivered = ApiOutputs['integrations']['undeliveredErasures'];
type Erasure = Undelivered['erasures'][number];
type Sync = Undelivered['syncs'][number];

/** Erasures and withdrawals that a provider did not confirm, to be done by hand; nothing without any. */
export function UndeliveredErasures() {
  const { role } = useStaffSession().employee;
  return roleMay(role, 'integrations.write') ? <Notice /> : null;
}

function Notice() {
  const { timeZone } = useStaffSession().merchant;
  const { notify } = useRemoteHost();
  const { undeliveredErasures } = trpc.useUtils().integrations;
  const { data } = trpc.integrations.undeliveredErasures.useQuery(undefined, { staleTime: 0 });
  const answering = {
    onSuccess: async () => {
      notify.success('Anotado.');
      await undeliveredErasures.invalidate();
    },
    onError: (error: unknown) => notify.error(failureMessage(error, 'Erro ao anotar. Tente novamente.')),
  };
  const erasure = trpc.integrations.confirmErasure.useMutation(answering);
  const sync = trpc.integrations.confirmSync.useMutation(answering);
  if (!data || data.erasures.length + data.syncs.length === 0) return null;
  return (
    <Alert tone="warning" role="note" title="Faça à mão: a plataforma de email não confirmou">
      <ul className={styles.list}>
        {data.erasures.map((each) => {
          const { erasureId, provider } = each;
          const asked = erasure.variables;
          return (
            <Item
              key={`${erasureId} ${provider}`}
              facts={factsOf(each, timeZone)}
              done="Já apaguei"
              isPending={erasure.isPending && asked?.erasureId === erasureId && asked.provider === provider}
              onDone={() => erasure.mutate({ erasureId, provider })}
            />
          );
        })}
        {data.syncs.map((each) => (
          <Item
            key={each.id}
            facts={syncFactsOf(each, timeZone)}
            done={each.action === 'erase' ? 'Já apaguei' : 'Já descadastrei'}
            isPending={sync.isPending && sync.variables.id === each.id}
            onDone={() => sync.mutate({ id: each.id })}
          />
        ))}
      </ul>
    </Alert>
  );
}

interface ItemProps {
  facts: string;
  done: string;
  isPending: boolean;
  onDone(): void;
}

function Item({ facts, done, isPending, onDone }: ItemProps) {
  return (
    <li className={styles.erasure}>
      <span>{facts}</span>
      <Button
        variant="secondary"
        aria-label={`${done}: ${facts}`}
        pending={isPending}
        pendingLabel="Anotando..."
        onClick={onDone}
      >
        {done}
      </Button>
    </li>
  );
}

function syncFactsOf({ provider, action, customerName, givenUpAt }: Sync, timeZone: string): string {
  const who = customerName ?? 'um cliente sem nome';
  const when = formatDay(givenUpAt, timeZone);
  return action === 'erase'
    ? `${PROVIDER_NAMES[provider]}: não confirmou em ${when} a exclusão de um endereço anterior de ${who}. Apague-o lá.`
    : `${PROVIDER_NAMES[provider]}: não confirmou em ${when} que ${who} não quer mais ofertas por email. Descadastre o contato lá.`;
}

/** The person is erased here, so only the times of what was sent can find the contact there. */
function factsOf({ provider, givenUpAt, sentCount, lastSentAt }: Erasure, timeZone: string): string {
  const name = PROVIDER_NAMES[provider];
  const failed = `${name}: não confirmou a exclusão de um contato em ${formatDay(givenUpAt, timeZone)}.`;
  if (lastSentAt === null)
    return `${failed} Procure lá um contato que não está mais na sua lista de clientes.`;
  const sent = sentCount === 1 ? 'uma vez, em' : `${sentCount} vezes, a última em`;
  return `${failed} O contato foi enviado ${sent} ${formatDayAndTime(lastSentAt, timeZone)}. Procure lá quem mudou nessa hora e não está mais na sua lista de clientes.`;
}
