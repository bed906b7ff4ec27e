import { MessageCircle, QrCode } from 'lucide-react';
import { useState } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { Button, buttonClassName } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import { failureMessage } from './error-message.ts';
import { openTab } from './open-tab.ts';
import { useRemoteHost } from './remote-host.tsx';

interface CodeActionsProps extends Pick<LinkProps, 'to' | 'state'> {
  /** 'da compra de R$ 60,00 de Ana', for screen readers. */
  what: string;
  /** Asks for the address that opens WhatsApp with the code. */
  askWhatsAppLink: () => Promise<string>;
}

/** The ways to give a waiting code to its customer once more: a link to its dialog, and WhatsApp. */
export function CodeActions({ what, askWhatsAppLink, ...link }: CodeActionsProps) {
  const { notify } = useRemoteHost();
  const [isAsking, setIsAsking] = useState(false);

  async function send() {
    setIsAsking(true);
    try {
      await openTab(askWhatsAppLink());
    } catch (error) {
      notify.error(failureMessage(error, 'Não foi possível abrir o WhatsApp'));
    } finally {
      setIsAsking(false);
    }
  }

  return (
    <>
      <Link
        {...link}
        title="Mostrar QR Code"
        data-target="code"
        className={buttonClassName({ variant: 'secondary' })}
      >
        <QrCode aria-hidden="true" />
        Mostrar QR Code
        <VisuallyHidden> {what}</VisuallyHidden>
      </Link>
      <Button
        variant="ghost"
        title="Enviar por WhatsApp"
        icon={<MessageCircle />}
        pending={isAsking}
        onClick={send}
      >
        Enviar por WhatsApp
        <VisuallyHidden> o QR Code {what}</VisuallyHidden>
      </Button>
    </>
  );
}
