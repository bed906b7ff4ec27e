import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PageHeader } from 'ui/page-header';
import styles from './reports-tabs.module.css';

const PAGES = {
  overview: { path: '/reports', label: 'Visão geral' },
  customers: { path: '/reports/customers', label: 'Clientes' },
  team: { path: '/reports/team', label: 'Equipe' },
  cashback: { path: '/reports/cashback', label: 'Cashback' },
} as const;

interface ReportsHeaderProps {
  page: keyof typeof PAGES;
  /** One message about what the page shows. */
  description: string;
  /** Beside the title: 'Exportar'. */
  actions?: ReactNode | undefined;
  /** Below the tabs: the period picker, where the page is of a period. */
  children?: ReactNode | undefined;
}

/** The head of each page of reports: title, actions, and the way to the other pages. */
export function ReportsHeader({ page, description, actions, children }: ReportsHeaderProps) {
  return (
    <>
      <PageHeader
        title={
          <>
            Relatórios
            {/* The heading is what is read out on the way from one page to the next, and what is printed. */}
            <span className={styles.page}>: {PAGES[page].label}</span>
          </>
        }
        description={description}
        actions={actions}
      />
      <ReportsTabs page={page} />
      {children}
    </>
  );
}

/** Links, not a tab list: each page has an address of its own. The period goes along. */
function ReportsTabs({ page }: Pick<ReportsHeaderProps, 'page'>) {
  const search = periodOf(useLocation().search);
  const nav = useRef<HTMLElement>(null);

  // A link may lead to a page whose tab a phone's narrow bar does not show.
  useEffect(() => {
    const tab = nav.current?.querySelector('[aria-current="page"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);

  return (
    <nav ref={nav} aria-label="Relatórios" className={styles.bar}>
      {Object.values(PAGES).map(({ path, label }) => (
        <Link
          key={path}
          to={{ pathname: path, search }}
          aria-current={path === PAGES[page].path ? 'page' : undefined}
          className={styles.tab}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** '?segmento=lost&de=2026-03-01&ate=2026-03-31' → 'de=2026-03-01&ate=2026-03-31'. */
function periodOf(search: string): string {
  const all = new URLSearchParams(search);
  const period = new URLSearchParams();
  for (const key of ['de', 'ate']) {
    const value = all.get(key);
    if (value !== null) period.set(key, value);
  }
  return period.toString();
}
