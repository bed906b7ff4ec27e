import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './mobile-menu.module.css';

interface MobileMenuProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** When the sidebar is visible anyway (see frame.module.css), an open menu would lie over it. */
const SIDEBAR_SHOWS = '(min-width: 64rem)';

/**
 * The sidebar off the left edge of a small screen. A modal `<dialog>`: the browser itself keeps the focus
 * inside, closes on Esc and gives the focus back to the button that opened it.
 */
export function MobileMenu({ isOpen, onClose, children }: MobileMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    dialog.current?.showModal();
    const wide = window.matchMedia(SIDEBAR_SHOWS);
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [isOpen, onClose]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the menu; the dialog handles Esc
    <dialog
      ref={dialog}
      aria-label="Menu"
      className={styles.menu}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {isOpen && (
        <div className={styles.panel}>
          <button type="button" className={styles.close} onClick={onClose}>
            <X aria-hidden="true" />
            <VisuallyHidden>Fechar menu</VisuallyHidden>
          </button>
          {children}
        </div>
      )}
    </dialog>
  );
}
