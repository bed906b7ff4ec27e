import { useDocumentTitle } from 'federation/use-document-title';
import type { ReactNode } from 'react';
import { Logo } from 'ui/logo';
import { PublicPage } from 'ui/public-page';
import { DashboardHeader } from './dashboard-header.tsx';
import type { DashboardState } from './use-dashboard.ts';

const DEFAULT_PROGRAMME_NAME = 'Meu Cashback';

interface DashboardPageProps {
  phone: string;
  state: DashboardState;
  children: ReactNode;
}

/** The frame of a customer's page: one programme's own, or the product's where there are several or none. */
export function DashboardPage({ phone, state, children }: DashboardPageProps) {
  const programmes = state.status === 'ready' ? state.dashboard.programmes : [];
  const [programme] = programmes.length === 1 ? programmes : [];
  const title = programme?.programName ?? DEFAULT_PROGRAMME_NAME;
  useDocumentTitle(title, programme?.merchantName);
  return (
    <PublicPage
      width="wide"
      merchant={programme && { name: programme.merchantName, brandColor: programme.brandColor }}
      header={<DashboardHeader title={title} programme={programme} phone={phone} />}
      {...(!programme && { footer: <Logo size="small" /> })}
    >
      {children}
    </PublicPage>
  );
}
