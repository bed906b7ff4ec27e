import { whatsAppLink } from 'domain/whatsapp';
import { Check, Clock, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { ButtonLink } from 'ui/button-link';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { Dialog } from 'ui/dialog';
import { QrCode } from 'ui/qr-code';
import { CopyLinkButton } from './copy-link-button.tsx';
import styles from './qr-dialog.module.css';
import { useNextKey } from './use-next-key.ts';

export interface QrDialogProps {
  title: string;
  /** The address in the code. */
  link: string;
  state: 'waiting' | 'confirmed' | 'expired';
  /** The text while it waits, if it waits for more than a scan of the code. */
  waitsFor?: string | undefined;
  /** 'Confirmado! R$ 5,00 creditados' */
  confirmation: string;
  /** How long the code is still good for, beside the waiting line. */
  validity?: ReactNode;
  rows: readonly Definition[];
  /** That the customer has to scan. */
  warning: string;
  /** The WhatsApp message: the phone's digits, and the text with the link. */
  whatsApp: { phone: string; text: string };
  /** What else can be done with the code, beside copying its link. */
  actions?: ReactNode;
  /** The way out of a mistake, while the code waits. */
  correction?: ReactNode;
  onClose: () => void;
}

/**
 * A QR code shown to a customer until it is confirmed. Mounted while it is open. It closes on purpose only:
 * a click beside it does nothing, as the customer may be scanning, nor does an Enter meant for the form.
 */
export function QrDialog(props: QrDialogProps) {
  const { title, link, state, rows, warning, actions, correction, onClose } = props;
  useNextKey(onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeOnOutsideClick={false}
      initialFocus="dialog"
      footer={<Foot {...props} />}
    >
      <div className={styles.content}>
        <div className={state === 'waiting' ? styles.stage : styles.roomyStage}>
          {state === 'waiting' && (
            <div className={styles.code}>
              <QrCode value={link} title={title} />
            </div>
          )}
          {state === 'confirmed' && <Emblem className={styles.confirmed} icon={<Check />} />}
          {state === 'expired' && <Emblem className={styles.expired} icon={<Clock />} />}
        </div>
        <Status {...props} />
        <DefinitionList rows={rows} />
        {state === 'waiting' && (
          <>
            <Alert tone="warning" role="note">
              {warning}
            </Alert>
            <div className={styles.actions}>
              <CopyLinkButton link={link} />
              {actions}
            </div>
            {correction}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Always in view, on the smallest phone too. */
function Foot({ state, whatsApp, onClose }: QrDialogProps) {
  const isWaiting = state === 'waiting';
  return (
    <div className={styles.foot}>
      <Button variant={isWaiting ? 'secondary' : 'primary'} aria-keyshortcuts="N" onClick={onClose}>
        Fechar
      </Button>
      {isWaiting && (
        <ButtonLink
          href={whatsAppLink(whatsApp.phone, whatsApp.text)}
          target="_blank"
          icon={<MessageCircle />}
        >
          Enviar por WhatsApp
        </ButtonLink>
      )}
    </div>
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
function Status({ state, waitsFor, confirmation, validity }: QrDialogProps) {
  return (
    <div className={styles.status}>
      <p aria-live="polite" className={styles[`${state}Text`]}>
        {state === 'waiting' && (waitsFor ?? 'Aguardando leitura do QR Code…')}
        {state === 'confirmed' && confirmation}
        {state === 'expired' && 'QR Code expirado. Feche e gere um novo.'}
      </p>
      {state === 'waiting' && validity}
    </div>
  );
}
