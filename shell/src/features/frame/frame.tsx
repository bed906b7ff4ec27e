import type { ClientSession } from 'domain/session';
import { useDocumentTitle } from 'federation/use-document-title';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { pageLabel } from '../../lib/pages.ts';
import styles from './frame.module.css';
import { FrameHeader } from './frame-header.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

export interface FrameProps {
  session: ClientSession;
  logout: { isPending: boolean; run: () => Promise<void> };
  /** What concerns every page, above it. */
  notice: ReactNode;
  /** The search for pages and customers, in the header. */
  search: ReactNode;
  children: ReactNode;
}

/** The back office around every remote: sidebar, header, and the page in between. */
export function Frame({ session, logout, notice, search, children }: FrameProps) {
  const { pathname } = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const main = useFocusOnNavigation<HTMLElement>(pathname);
  useDocumentTitle(pageLabel(pathname));
  return (
    <div className={styles.frame}>
      <a className={styles.skipLink} href="#conteudo">
        Pular para o conteúdo
      </a>
      <aside className={styles.sidebar} aria-label="Barra lateral">
        <Sidebar session={session} logout={logout} />
      </aside>
      <MobileMenu isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)}>
        <Sidebar session={session} logout={logout} onNavigate={() => setIsMenuOpen(false)} />
      </MobileMenu>
      <div className={styles.column}>
        <FrameHeader session={session} search={search} onOpenMenu={() => setIsMenuOpen(true)} />
        <main id="conteudo" ref={main} tabIndex={-1} className={styles.main}>
          {notice}
          {children}
        </main>
      </div>
    </div>
  );
}
