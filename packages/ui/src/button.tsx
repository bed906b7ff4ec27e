/// <reference path="./css-modules.d.ts" />
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  size?: 'medium' | 'large' | undefined;
  /** As wide as its container. */
  block?: boolean | undefined;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** The action is under way: disabled, `aria-busy`, a spinner in the icon's place. */
  pending?: boolean | undefined;
  /** The button's text while pending ('Salvando...'); without it the label stays. */
  pendingLabel?: string | undefined;
  icon?: ReactNode | undefined;
}

/**
 * The class of a button, for elements other than `<button>`: a router's `<Link
 * className={buttonClassName({})}>`.
 */
export function buttonClassName({ variant = 'primary', size = 'medium', block = false }: ButtonLook): string {
  return classNames(styles.button, styles[variant], styles[size], block && styles.block);
}

/** The one button. `type` is 'button' unless said otherwise: a form's own button says `type="submit"`. */
export function Button({
  variant,
  size,
  block,
  pending = false,
  pendingLabel,
  icon,
  type = 'button',
  disabled,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const leading = pending ? <Spinner size="small" /> : icon;
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClassName({ variant, size, block }), className)}
      disabled={disabled || pending}
      onClick={(event) => {
        // The second click of a double click must not answer what the first one has asked.
        if (type === 'submit' && event.detail > 1) event.preventDefault();
        onClick?.(event);
      }}
      aria-busy={pending || undefined}
    >
      {leading && (
        <span className={styles.icon} aria-hidden="true">
          {leading}
        </span>
      )}
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  );
}
