/// <reference path="./css-modules.d.ts" />
import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode | undefined;
  children?: ReactNode | undefined;
  /** Buttons, the main one last. On a phone they stack, the main one on top. */
  footer?: ReactNode | undefined;
  /** 'large' has room for a table. */
  size?: 'small' | 'medium' | 'large' | undefined;
  /** A click beside the dialog closes it (default). A QR code a customer is scanning should say false. */
  closeOnOutsideClick?: boolean | undefined;
  /**
   * Opening focuses the dialog's own first control (default), or the dialog itself, where a key that is still
   * held or pressed twice does nothing.
   */
  initialFocus?: 'control' | 'dialog' | undefined;
}

/**
 * A modal dialog; on a phone a sheet from the bottom edge. Traps focus, closes with Esc and with its corner
 * button 'Fechar janela'. The opener decides where the focus goes afterwards: no trigger is known here.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'medium',
  closeOnOutsideClick = true,
  initialFocus = 'control',
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim} />
        <RadixDialog.Content
          ref={content}
          className={classNames(styles.dialog, styles[size])}
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            if (initialFocus === 'control') return;
            event.preventDefault();
            content.current?.focus();
          }}
          onPointerDownOutside={(event) => {
            if (!closeOnOutsideClick) event.preventDefault();
          }}
        >
          <header className={styles.header}>
            <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
            {description && (
              <RadixDialog.Description className={styles.description}>{description}</RadixDialog.Description>
            )}
          </header>
          {children && <Body>{children}</Body>}
          {footer && <Footer>{footer}</Footer>}
          {/* Last in the order, so that opening focuses the dialog's own first control and not the way
             out. */}
          <RadixDialog.Close className={styles.close}>
            <X aria-hidden="true" />
            <VisuallyHidden>Fechar janela</VisuallyHidden>
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Toasts at the foot of a phone stand above the buttons: --foot, tokens.css. */
function Footer({ children }: { children: ReactNode }) {
  const footer = useRef<HTMLElement>(null);
  useEffect(() => {
    const node = footer.current;
    if (!node) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty('--foot', `${node.offsetHeight}px`));
    observer.observe(node);
    return () => {
      observer.disconnect();
      root.removeProperty('--foot');
    };
  }, []);
  return (
    <footer ref={footer} className={styles.footer}>
      {children}
    </footer>
  );
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * A scrolling body must scroll by keyboard too: a control inside is the way in, and where there is none the
 * body itself.
 */
function Body({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    const node = body.current;
    if (!node) return;
    const check = () =>
      setIsStop(node.scrollHeight > node.clientHeight && node.querySelector(CONTROLS) === null);
    check();
    const observer = new ResizeObserver(check);
    observer.observe(node);
    return () => observer.disconnect();
  });
  const stop = isStop && { tabIndex: 0, role: 'region', 'aria-label': 'Conteúdo da janela' };
  return (
    <div ref={body} className={styles.body} {...stop}>
      {children}
    </div>
  );
}
