import { roleLabel } from 'domain/roles';
import type { ClientSession } from 'domain/session';
import { Menu } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Avatar } from 'ui/avatar';
import { LogoMark } from 'ui/logo';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './frame-header.module.css';

/** Downloaded by the counter's tablets. */
const SwitchPerson = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'tablet' */ './switch-person.tsx')).SwitchPerson,
}));

interface FrameHeaderProps {
  session: ClientSession;
  logout: { isPending: boolean; run: () => Promise<void> };
  tools: ReactNode;
  onOpenMenu: () => void;
}

export function FrameHeader({ session, logout, tools, onOpenMenu }: FrameHeaderProps) {
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
      {!session.tablet && <p className={styles.program}>{merchant.programName}</p>}
      {tools}
      {session.tablet && (
        <Suspense>
          <SwitchPerson logout={logout} />
        </Suspense>
      )}
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
