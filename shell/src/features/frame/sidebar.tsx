import type { ClientSession } from 'domain/session';
import { LogOut } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { Avatar } from 'ui/avatar';
import { Logo } from 'ui/logo';
import { Spinner } from 'ui/spinner';
import { VisuallyHidden } from 'ui/visually-hidden';
import { pagesFor } from '../../lib/pages.ts';
import styles from './sidebar.module.css';
import type { WaitingCounts } from './use-waiting-counts.ts';

export interface SidebarProps {
  session: ClientSession;
  logout: { isPending: boolean; run: () => Promise<void> };
  /** A link was followed: the mobile menu closes, also when the link leads to the page that is open. */
  onNavigate?: () => void;
  counts: WaitingCounts;
}

export function Sidebar({ session, logout, onNavigate, counts }: SidebarProps) {
  const { merchant, employee } = session;
  return (
    <div className={styles.sidebar}>
      <div className={styles.brand}>
        <Logo />
      </div>
      <div className={styles.merchant}>
        <Avatar name={merchant.name} imageUrl={merchant.logoUrl} shape="square" />
        <div className={styles.names}>
          <p className={styles.merchantName} title={merchant.name}>
            {merchant.name}
          </p>
          <p className={styles.employeeName} title={employee.name}>
            {employee.name}
          </p>
        </div>
      </div>
      <nav aria-label="Principal" className={styles.navigation}>
        <ul>
          {pagesFor(session).map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <NavLink to={path} className={() => styles.entry} {...(onNavigate && { onClick: onNavigate })}>
                <Icon aria-hidden="true" />
                {label}
                <Count waiting={counts[path]} />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* On a tablet the header has 'Trocar pessoa'. */}
      {!session.tablet && (
        <div className={styles.foot}>
          <button
            type="button"
            className={styles.entry}
            disabled={logout.isPending}
            onClick={() => void logout.run()}
          >
            {logout.isPending ? <Spinner size="small" /> : <LogOut aria-hidden="true" />}
            {logout.isPending ? 'Saindo...' : 'Sair'}
          </button>
        </div>
      )}
    </div>
  );
}

function Count({ waiting }: { waiting: WaitingCounts[string] }) {
  if (!waiting || waiting.count === 0) return null;
  return (
    <span className={styles.count}>
      {waiting.count}
      <VisuallyHidden> {waiting.label}</VisuallyHidden>
    </span>
  );
}
