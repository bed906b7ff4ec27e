import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import { trpc } from '../../lib/trpc.ts';
import type { Employee, PasswordLinkDelivery } from './employee.ts';
import type { OpenFrom } from './employee-dialog.tsx';
import type { PasswordLinkKind } from './password-link-dialog.tsx';

interface ButtonProps {
  employee: Employee;
  onOpen: OpenFrom;
}

/** For an employee who has not used the invitation. */
export function ResendButton(props: ButtonProps) {
  const { mutateAsync, isPending } = trpc.employees.resendInvitation.useMutation();
  return (
    <LinkButton
      {...props}
      kind="invitation"
      isPending={isPending}
      send={async (employeeId) => (await mutateAsync({ employeeId })).invitation}
    />
  );
}

/** For an employee who forgot the password. */
export function SendPasswordLinkButton(props: ButtonProps) {
  const { mutateAsync, isPending } = trpc.employees.sendPasswordLink.useMutation();
  return (
    <LinkButton
      {...props}
      kind="reset"
      isPending={isPending}
      send={async (employeeId) => (await mutateAsync({ employeeId })).passwordLink}
    />
  );
}

const LABELS = {
  invitation: {
    label: 'Reenviar convite',
    whose: 'de',
    pending: 'Reenviando...',
    mailed: 'Convite enviado para',
    failed: 'Erro ao reenviar o convite. Tente novamente.',
  },
  reset: {
    label: 'Enviar link de nova senha',
    whose: 'para',
    pending: 'Enviando...',
    mailed: 'Link de nova senha enviado para',
    failed: 'Erro ao enviar o link de nova senha. Tente novamente.',
  },
};

interface LinkButtonProps extends ButtonProps {
  kind: PasswordLinkKind;
  isPending: boolean;
  send: (employeeId: string) => Promise<PasswordLinkDelivery>;
}

function LinkButton({ employee, onOpen, kind, isPending, send }: LinkButtonProps) {
  const { notify } = useRemoteHost();
  const { employees } = trpc.useUtils();
  const labels = LABELS[kind];

  async function act(from: HTMLElement) {
    const { id, name, phone, email } = employee;
    try {
      const sent = await send(id);
      if (sent.delivery === 'email') notify.success(`${labels.mailed} ${email}`);
      else onOpen({ kind, name, phone, link: sent.link }, from);
    } catch (error) {
      notify.error(failureMessage(error, labels.failed));
    }
    void employees.list.invalidate();
  }

  return (
    <Button
      variant="ghost"
      pending={isPending}
      pendingLabel={labels.pending}
      onClick={(event) => void act(event.currentTarget)}
    >
      {labels.label}
      <VisuallyHidden>
        {' '}
        {labels.whose} {employee.name}
      </VisuallyHidden>
    </Button>
  );
}
