import { useStaffSession } from 'federation/remote-host';
import { MessageCircle } from 'lucide-react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { ButtonLink } from 'ui/button-link';
import { Dialog } from 'ui/dialog';
import { TextField } from 'ui/text-field';
import { CopyLinkButton } from '../../lib/copy-link-button.tsx';
import styles from './employee-dialog.module.css';

/** A first password for a new employee, or a new one for a forgotten one. */
export type PasswordLinkKind = 'invitation' | 'reset';

export interface ShownPasswordLink {
  kind: PasswordLinkKind;
  name: string;
  phone: string | null;
  link: string;
}

interface Labels {
  title: string;
  description: string;
  field: string;
  /** The message to the employee, before the link and after it. */
  message: string;
  validity: string;
  warning: string;
}

const LABELS: Record<PasswordLinkKind, (name: string, merchantName: string) => Labels> = {
  invitation: (name, merchantName) => ({
    title: `Convite de ${name}`,
    description: 'Envie este link: por ele a pessoa cria a própria senha e entra no painel.',
    field: 'Link do convite',
    message: `Olá, ${name}! ${merchantName} criou o seu acesso. Crie sua senha:`,
    validity: 'O link vale por 7 dias.',
    warning:
      'O link vale por 7 dias, funciona uma vez e não será mostrado de novo. Se ele se perder, use “Reenviar convite”.',
  }),
  reset: (name, merchantName) => ({
    title: `Nova senha de ${name}`,
    description: 'Link para criar uma nova senha, válido por 1 hora. Envie somente para a própria pessoa.',
    field: 'Link de nova senha',
    message: `Olá, ${name}! ${merchantName}: crie uma nova senha para entrar no painel:`,
    validity: 'O link vale por 1 hora.',
    warning:
      'O link funciona uma vez e não será mostrado de novo. A senha atual continua valendo até a pessoa criar a nova. Ao entrar, ela verá que você gerou o link.',
  }),
};

/** The link where no e-mail can be sent: shown this once. A click beside it doesn't lose it. */
export function PasswordLinkDialog({
  kind,
  name,
  phone,
  link,
  onClose,
}: ShownPasswordLink & { onClose: () => void }) {
  const { merchant } = useStaffSession();
  const labels = LABELS[kind](name, merchant.name);
  const text = `${labels.message} ${link}\n${labels.validity}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={labels.title}
      description={labels.description}
      closeOnOutsideClick={false}
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <div className={styles.content}>
        <TextField
          label={labels.field}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={styles.share}>
          <ButtonLink
            variant="secondary"
            href={`https://wa.me/${phone ? `55${phone}` : ''}?text=${encodeURIComponent(text)}`}
            target="_blank"
            icon={<MessageCircle />}
          >
            Enviar por WhatsApp
          </ButtonLink>
          <CopyLinkButton link={link} />
        </div>
        <Alert tone="warning" role="note">
          {labels.warning}
        </Alert>
      </div>
    </Dialog>
  );
}
