import { formatDay } from 'domain/local-dates';
import type { ClientSession } from 'domain/session';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BottomBar } from './bottom-bar.tsx';
import styles from './frame.module.css';
import { FrameHeader } from './frame-header.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useScreenTitle } from './use-screen-title.ts';
import { useWaitingCounts } from './use-waiting-counts.ts';

export interface FrameProps {
  session: ClientSession;
  logout: { isPending: boolean; run: () => Promise<void> };
  /** What concerns every page, above it. */
  notice: ReactNode;
  /** Search and help, in the header. */
  tools: ReactNode;
  children: ReactNode;
}

/** The back office around every remote: sidebar, header, and the page in between. */
export function Frame({ session, logout, notice, tools, children }: FrameProps) {
  const { pathname, search } = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const main = useFocusOnNavigation<HTMLElement>(pathname);
  useScreenTitle({ pathname, search });
  const counts = useWaitingCounts(session, pathname);
  const { merchant } = session;
  const openMenu = () => setIsMenuOpen(true);
  return (
    <div className={styles.frame}>
      {/* React moves it to the head. The server goes by the session; the address tells merchants apart. */}
      <link
        rel="manifest"
        href={`/manifest.webmanifest?loja=${merchant.signupLinkSlug}`}
        crossOrigin="use-credentials"
      />
      <a className={styles.skipLink} href="#conteudo">
        Pular para o conteúdo
      </a>
      <aside className={styles.sidebar} aria-label="Barra lateral">
        <Sidebar session={session} logout={logout} counts={counts} />
      </aside>
      <MobileMenu isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)}>
        <Sidebar session={session} logout={logout} counts={counts} onNavigate={() => setIsMenuOpen(false)} />
      </MobileMenu>
      <div className={styles.column}>
        <FrameHeader session={session} logout={logout} tools={tools} onOpenMenu={openMenu} />
        <main id="conteudo" ref={main} tabIndex={-1} className={styles.main}>
          <p className={styles.printed}>
            {session.merchant.name} · impresso em {formatDay(Date.now(), session.merchant.timeZone)}
          </p>
          {notice}
          {children}
        </main>
      </div>
      <BottomBar session={session} onOpenMenu={openMenu} />
    </div>
  );
}
