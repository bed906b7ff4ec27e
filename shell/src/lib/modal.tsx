import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './modal.module.css';

interface ModalProps {
  title: string;
  /** A sheet along the right edge, which on a phone fills the screen. */
  isSheet?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A window of the shell's own, mounted while it is open. A modal `<dialog>`: the browser keeps the focus
 * inside and gives it back to where it was. Esc, the button and a click beside it ask to close, once; it
 * stays until it is unmounted, so that no key or click reaches the screen before its address is back.
 */
export function Modal({ title, isSheet = false, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isClosing = useRef(false);
  const id = useId();

  function close() {
    if (isClosing.current) return;
    isClosing.current = true;
    onClose();
  }

  // Closing is what gives the focus back; a removed dialog does not.
  useLayoutEffect(() => {
    const node = dialog.current;
    return () => node?.close();
  }, []);

  // Opened, or with another text, it is read from the top: the title has the focus, not a link further down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another text
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    body.current?.scrollTo(0, 0);
    heading.current?.focus();
  }, [title]);

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the window; the dialog handles Esc
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={isSheet ? styles.sheet : styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className={styles.content}>
        <div className={styles.header}>
          <h2 ref={heading} id={id} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className={styles.close} onClick={close}>
            <X aria-hidden="true" />
            <VisuallyHidden>Fechar janela</VisuallyHidden>
          </button>
        </div>
        <div ref={body} className={styles.body}>
          {children}
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
