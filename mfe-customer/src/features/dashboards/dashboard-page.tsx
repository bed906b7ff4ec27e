import { showPhone } from 'domain/read-phone';
import { useDocumentTitle } from 'federation/use-document-title';
import type { ReactNode } from 'react';
import { merchantOfPage } from '../../lib/page-context.ts';
import { DashboardFrame, DEFAULT_PROGRAM_NAME } from './dashboard-frame.tsx';
import type { HeaderMerchant } from './dashboard-header.tsx';
import type { Dashboard } from './use-dashboard.ts';
import type { ShownDashboard } from './use-shown-dashboard.ts';

interface DashboardPageProps {
  phone: string;
  /** The merchant's whose program was asked for. */
  slug: string | undefined;
  state: ShownDashboard;
  children: ReactNode;
  /** What comes later, under the rest. */
  addition: ReactNode;
}

/** The frame of a customer's page: one program's own, or the product's where there are several or none. */
export function DashboardPage({ phone, slug, state, children, addition }: DashboardPageProps) {
  const merchant = 'dashboard' in state ? onlyMerchantOf(state.dashboard) : merchantOfPage(slug);
  useDocumentTitle(merchant?.programName ?? DEFAULT_PROGRAM_NAME, merchant?.name);
  return (
    <DashboardFrame merchant={merchant} phone={showPhone(phone)} addition={addition}>
      {children}
    </DashboardFrame>
  );
}

function onlyMerchantOf({ programmes: programs }: Dashboard): HeaderMerchant | undefined {
  const [program] = programs;
  return program && programs.length === 1 ? { ...program, name: program.merchantName } : undefined;
}
