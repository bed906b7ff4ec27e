import type { ClientSession } from 'domain/session';
import { Menu } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { NavLink } from 'react-router-dom';
import { counterPagesFor } from '../../lib/pages.ts';
import styles from './bottom-bar.module.css';

interface BottomBarProps {
  session: ClientSession;
  onOpenMenu: () => void;
}

/** What a counter on a phone does all day, under the thumb; 'Mais' opens the menu with everything else. */
export function BottomBar({ session, onOpenMenu }: BottomBarProps) {
  // Its height becomes --foot.
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    const page = styles.page ?? '';
    classList.add(page);
    return () => classList.remove(page);
  }, []);
  return (
    <nav aria-label="Barra inferior" className={styles.bar}>
      {counterPagesFor(session).map(({ path, label, icon: Icon }) => (
        <NavLink key={path} to={path} className={() => styles.entry}>
          <Icon aria-hidden="true" />
          {label}
        </NavLink>
      ))}
      <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={onOpenMenu}>
        <Menu aria-hidden="true" />
        Mais
      </button>
    </nav>
  );
}
