import { phoneFromCustomerCode } from 'domain/customer-code';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import styles from './customer-code-dialog.module.css';
import { type CameraState, useCameraCodes } from './use-camera-codes.ts';

const TROUBLE: Partial<Record<CameraState, string>> = {
  refused:
    'A câmera não foi autorizada. Libere a câmera nas permissões do navegador, ou digite o telefone do cliente.',
  absent: 'Este aparelho não tem câmera. Digite o telefone do cliente.',
  failed: 'Não foi possível abrir a câmera. Digite o telefone do cliente.',
};

export interface CustomerCodeDialogProps {
  onRead: (phone: string) => void;
  onClose: () => void;
}

/** The camera, until it has seen a customer's code. Mounted while it is open. */
export function CustomerCodeDialog({ onRead, onClose }: CustomerCodeDialogProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [isForeign, setIsForeign] = useState(false);
  const state = useCameraCodes(video, (text) => {
    const phone = phoneFromCustomerCode(text);
    if (phone === undefined) setIsForeign(true);
    else onRead(phone);
  });
  const trouble = TROUBLE[state];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Ler código do cliente"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Digitar o telefone
        </Button>
      }
    >
      <div className={styles.content}>
        {trouble ? (
          <Alert tone="danger">{trouble}</Alert>
        ) : (
          <>
            <div className={styles.stage}>
              <video
                ref={setVideo}
                className={styles.video}
                muted
                playsInline
                aria-label="Imagem da câmera"
              />
              <span className={styles.aim} aria-hidden="true" />
            </div>
            <p className={styles.hint} aria-live="polite">
              {state === 'opening'
                ? 'Abrindo a câmera…'
                : 'Aponte a câmera para o código na tela do cliente.'}
            </p>
            {isForeign && (
              <Alert tone="warning">
                Este QR Code não é o de um cliente. Peça “Meu código”, na página do saldo dele.
              </Alert>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
