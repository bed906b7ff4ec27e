import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './modal-dialog.module.css';

interface ModalDialogProps {
  title: string;
  description: string;
  /** What stands between the description and the buttons. */
  children?: ReactNode | undefined;
  /** The main button last; on a phone it is on top. */
  actions: ReactNode;
  /** Esc, or a phone's way back. */
  onCancel: () => void;
}

/**
 * A modal `<dialog>` of the browser's own: it lies over a dialog that a remote may have open, whose focus
 * trap would not know a dialog of another script.
 */
export function ModalDialog({ title, description, children, actions, onCancel }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // Removed, not closed: the browser gives the focus back only from a dialog that closes.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    // Before a remote's dialog below this one, which would take the key for its own.
    const handle = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      // A browser closes it at a second Esc all the same; as long as it is here, it stays open.
      onClose={() => dialog.current?.showModal()}
    >
      <div className={styles.text}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      </div>
      {children}
      <div className={styles.actions}>{actions}</div>
    </dialog>,
    document.body,
  );
}
