import { useRemoteHost } from 'federation/remote-host';
import { ScanQrCode } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { FieldButton } from 'ui/field-button';
import type { CustomerCodeDialogProps } from './customer-code-dialog.tsx';
import styles from './read-code-button.module.css';

/**
 * Reads a phone from the customer's screen by the camera; for the end of a phone field. Shown where fingers
 * point: a phone or a tablet has a camera that can be aimed.
 */
export function ReadCodeButton({ onRead }: { onRead: (phone: string) => void }) {
  const { notify } = useRemoteHost();
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<CustomerCodeDialogProps> }>();

  async function open() {
    try {
      setDialog({ Dialog: (await import('./customer-code-dialog.tsx')).CustomerCodeDialog });
    } catch {
      notify.error('Não foi possível abrir a câmera. Digite o telefone do cliente.');
    }
  }

  function read(phone: string) {
    setDialog(undefined);
    onRead(phone);
  }

  return (
    <>
      <span className={styles.camera}>
        <FieldButton title="Ler código do cliente" icon={<ScanQrCode aria-hidden="true" />} onClick={open}>
          Ler código do cliente
        </FieldButton>
      </span>
      {dialog && <dialog.Dialog onRead={read} onClose={() => setDialog(undefined)} />}
    </>
  );
}
