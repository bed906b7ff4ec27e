import { LOGO_TYPES } from 'domain/logo';
import { CircleAlert, ImageUp, Trash2 } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Avatar } from 'ui/avatar';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { SettingsSection } from '../../lib/settings-section.tsx';
import styles from './logo-section.module.css';
import { useLogo } from './use-logo.ts';

interface LogoSectionProps {
  name: string;
  storedUrl: string | null;
}

/** The picture beside the merchant's name: dragged here or picked, and changed at once. */
export function LogoSection({ name, storedUrl }: LogoSectionProps) {
  const { logoUrl, error, pending, upload, remove } = useLogo(storedUrl);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const pickButton = useRef<HTMLButtonElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);

  function take(file: File | undefined) {
    if (file && !pending) void upload(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsDraggedOver(false);
    take(event.dataTransfer.files[0]);
  }

  async function removeAndClose() {
    const isGone = await remove();
    setIsAsking(false);
    (isGone ? pickButton : removeButton).current?.focus();
  }

  return (
    <SettingsSection
      title="Logo"
      description="Aparece no painel e nas páginas dos seus clientes. Muda na hora."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same */}
      <div
        className={isDraggedOver ? styles.over : styles.zone}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={drop}
      >
        <span className={styles.preview}>
          <Avatar name={name} imageUrl={logoUrl} size="large" shape="square" />
        </span>
        <div className={styles.text}>
          <p>{logoUrl ? 'Este é o seu logo' : 'Você ainda não tem um logo'}</p>
          <p className={styles.hint}>
            <span className={styles.drag}>Arraste uma imagem para cá. </span>
            PNG, JPEG ou WebP de até 1 MB.
          </p>
        </div>
        <div className={styles.actions}>
          <Button
            ref={pickButton}
            variant="secondary"
            icon={<ImageUp />}
            pending={pending === 'upload'}
            pendingLabel="Enviando..."
            onClick={() => picker.current?.click()}
          >
            {logoUrl ? 'Trocar logo' : 'Escolher imagem'}
          </Button>
          {logoUrl && (
            <Button
              ref={removeButton}
              variant="ghost"
              icon={<Trash2 />}
              disabled={pending !== undefined}
              onClick={() => setIsAsking(true)}
            >
              Remover logo
            </Button>
          )}
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          accept={LOGO_TYPES.join(',')}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file once more is a choice, too.
            event.target.value = '';
          }}
        />
      </div>
      <p role="alert" className={styles.error} hidden={!error}>
        {error && <CircleAlert aria-hidden="true" />}
        {error}
      </p>
      <RemoveDialog
        isOpen={isAsking}
        isPending={pending === 'remove'}
        onConfirm={removeAndClose}
        onClose={() => {
          setIsAsking(false);
          removeButton.current?.focus();
        }}
      />
    </SettingsSection>
  );
}

interface RemoveDialogProps {
  isOpen: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function RemoveDialog({ isOpen, isPending, onConfirm, onClose }: RemoveDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => !isPending && onClose()}
      title="Remover logo?"
      description="No lugar dele, seus clientes verão a inicial da loja."
      size="small"
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button variant="danger" pending={isPending} pendingLabel="Removendo..." onClick={onConfirm}>
            Remover
          </Button>
        </>
      }
    />
  );
}
