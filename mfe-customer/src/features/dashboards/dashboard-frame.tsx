import type { ReactNode } from 'react';
import { Logo } from 'ui/logo';
import { PublicPage } from 'ui/public-page';
import { DashboardHeader, type HeaderMerchant } from './dashboard-header.tsx';

export const DEFAULT_PROGRAM_NAME = 'Meu Cashback';

interface DashboardFrameProps {
  /** The one program the page is about; without it the page is the product's. */
  merchant: HeaderMerchant | undefined;
  /** As the header shows it where there is no merchant: '(11) 98765-4321'. */
  phone: string;
  children: ReactNode;
  /** What comes later, under the rest. */
  addition?: ReactNode;
}

/** The frame of a customer's page. A plain function of its props: the first paint writes it as text. */
export function DashboardFrame({ merchant, phone, children, addition }: DashboardFrameProps) {
  return (
    <PublicPage
      width="wide"
      addition={addition}
      merchant={merchant && { name: merchant.name, brandColor: merchant.brandColor }}
      header={
        <DashboardHeader
          // Another name remounts the header, which would count as a layout shift if it moved.
          key={merchant?.name}
          title={merchant?.programName ?? DEFAULT_PROGRAM_NAME}
          merchant={merchant}
          phone={phone}
        />
      }
      {...(!merchant && { footer: <Logo size="small" /> })}
    >
      {children}
    </PublicPage>
  );
}
