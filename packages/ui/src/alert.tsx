/// <reference path="./css-modules.d.ts" />
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from './class-names.ts';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export interface AlertProps {
  tone: keyof typeof ICONS;
  title?: ReactNode | undefined;
  children?: ReactNode | undefined;
  /** A button or link that deals with it. */
  action?: ReactNode | undefined;
  /**
   * Danger interrupts a screen reader ('alert'); the others wait ('status'). 'note' for text that never
   * changes.
   */
  role?: 'alert' | 'status' | 'note' | undefined;
}

/** A message that belongs to the screen and stays there. What passes by is a toast. */
export function Alert({ tone, title, children, action, role }: AlertProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={role ?? (tone === 'danger' ? 'alert' : 'status')}
      className={classNames(styles.alert, styles[tone])}
    >
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
