import { roleLabel } from 'domain/roles';
import type { ClientSession } from 'domain/session';
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from 'ui/avatar';
import { LogoMark } from 'ui/logo';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './frame-header.module.css';

interface FrameHeaderProps {
  session: ClientSession;
  tools: ReactNode;
  onOpenMenu: () => void;
}

export function FrameHeader({ session, tools, onOpenMenu }: FrameHeaderProps) {
  const { employee, merchant } = session;
  return (
    <header className={styles.header}>
      <button type="button" className={styles.menu} aria-haspopup="dialog" onClick={onOpenMenu}>
        <Menu aria-hidden="true" />
        <VisuallyHidden>Abrir menu</VisuallyHidden>
      </button>
      <span className={styles.mark}>
        <LogoMark />
      </span>
      <p className={styles.program}>{merchant.programName}</p>
      {tools}
      <div className={styles.employee}>
        <div className={styles.text}>
          <p className={styles.name}>{employee.name}</p>
          <p className={styles.role}>{roleLabel(employee.role)}</p>
        </div>
        <Avatar name={employee.name} />
      </div>
    </header>
  );
}
