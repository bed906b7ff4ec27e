import { whatsAppLink } from 'domain/whatsapp';
import { Check, Clock, MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { ButtonLink } from 'ui/button-link';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { Dialog } from 'ui/dialog';
import { QrCode } from 'ui/qr-code';
import { CopyLinkButton } from './copy-link-button.tsx';
import styles from './qr-dialog.module.css';

export interface QrDialogProps {
  title: string;
  /** The address in the code. */
  link: string;
  state: 'waiting' | 'confirmed' | 'expired';
  /** 'Confirmado! R$ 5,00 creditados' */
  confirmation: string;
  /** How long the code is still good for, beside the waiting line. */
  validity?: ReactNode;
  rows: readonly Definition[];
  /** That the customer has to scan. */
  warning: string;
  /** The WhatsApp message: the phone's digits, and the text with the link. */
  whatsApp: { phone: string; text: string };
  /** The way out of a mistake, while the code waits. */
  correction?: ReactNode;
  onClose: () => void;
}

/**
 * A QR code shown to a customer until it is confirmed. Mounted while it is open. A click beside it
 * doesn't close it: the customer may be scanning.
 */
export function QrDialog(props: QrDialogProps) {
  const { title, link, state, rows, warning, whatsApp, correction, onClose, ...status } = props;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeOnOutsideClick={false}
      footer={<CloseButton onClose={onClose} />}
    >
      <div className={styles.content}>
        <div className={state === 'waiting' ? styles.stage : styles.roomyStage}>
          {state === 'waiting' && <QrCode value={link} title={title} />}
          {state === 'confirmed' && <Emblem className={styles.confirmed} icon={<Check />} />}
          {state === 'expired' && <Emblem className={styles.expired} icon={<Clock />} />}
        </div>
        <Status state={state} {...status} />
        <DefinitionList rows={rows} />
        {state === 'waiting' && (
          <>
            <Alert tone="warning" role="note">
              {warning}
            </Alert>
            <div className={styles.share}>
              <ButtonLink
                variant="secondary"
                href={whatsAppLink(whatsApp.phone, whatsApp.text)}
                target="_blank"
                icon={<MessageCircle />}
              >
                Enviar por WhatsApp
              </ButtonLink>
              <CopyLinkButton link={link} />
            </div>
            {correction}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Emblem({ className, icon }: { className: string | undefined; icon: ReactNode }) {
  return (
    <span className={className} aria-hidden="true">
      {icon}
    </span>
  );
}

/**
 * The text lives in one region that is there from the start, so that their change is read aloud; the clock
 * isn't.
 */
function Status({
  state,
  confirmation,
  validity,
}: Pick<QrDialogProps, 'state' | 'confirmation' | 'validity'>) {
  return (
    <div className={styles.status}>
      <p aria-live="polite" className={styles[`${state}Text`]}>
        {state === 'waiting' && 'Aguardando leitura do QR Code…'}
        {state === 'confirmed' && confirmation}
        {state === 'expired' && 'QR Code expirado. Feche e gere um novo.'}
      </p>
      {state === 'waiting' && validity}
    </div>
  );
}

/** Has the focus from the start: Enter, as Esc, is the way on to the next customer. */
function CloseButton({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} onClick={onClose}>
      Fechar
    </Button>
  );
}
