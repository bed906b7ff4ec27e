/// <reference path="./css-modules.d.ts" />
import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
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
  size?: 'small' | 'medium' | undefined;
  /** A click beside the dialog closes it (default). A QR code a customer is scanning should say false. */
  closeOnOutsideClick?: boolean | undefined;
}

/**
 * A modal dialog; on a phone a sheet from the bottom edge. Traps focus, closes with Esc and with its corner
 * button 'Fechar janela'. Where the focus goes afterwards is for whoever opened it to say: no trigger is known here.
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
}: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim} />
        <RadixDialog.Content
          className={classNames(styles.dialog, styles[size])}
          {...(!description && { 'aria-describedby': undefined })}
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
          {children && <div className={styles.body}>{children}</div>}
          {footer && <footer className={styles.footer}>{footer}</footer>}
          {/* Last in the order, so that opening focuses the dialog's own first control and not the way out. */}
          <RadixDialog.Close className={styles.close}>
            <X aria-hidden="true" />
            <VisuallyHidden>Fechar janela</VisuallyHidden>
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
