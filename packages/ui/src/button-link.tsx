import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { type ButtonLook, buttonClassName } from './button.tsx';
import { classNames } from './class-names.ts';

export interface ButtonLinkProps extends ButtonLook, ComponentProps<'a'> {
  href: string;
  icon?: ReactNode | undefined;
}

/** A link that looks like a button: it goes somewhere, it does nothing. A new tab gets no opener. */
export function ButtonLink({ variant, size, block, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a
      {...(rest.target === '_blank' && { rel: 'noopener noreferrer' })}
      {...rest}
      className={classNames(buttonClassName({ variant, size, block }), className)}
    >
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      {children}
    </a>
  );
}
