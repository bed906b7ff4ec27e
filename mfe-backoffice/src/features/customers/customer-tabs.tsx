import { type ReactNode, useState } from 'react';
import { Tabs } from 'ui/tabs';
import type { CustomerDetail } from './customer-detail.ts';
import { Ledger } from './ledger.tsx';

const TABS = [
  { id: 'ledger', label: 'Extrato' },
  { id: 'purchases', label: 'Compras' },
  { id: 'redemptions', label: 'Resgates' },
] as const;

interface CustomerTabsProps {
  customer: CustomerDetail;
  purchases: ReactNode;
  redemptions: ReactNode;
}

/** The ledger behind the balance, the purchases and the redemptions. */
export function CustomerTabs({ customer, purchases, redemptions }: CustomerTabsProps) {
  const [active, setActive] = useState<(typeof TABS)[number]['id']>('ledger');
  const ledger = <Ledger customerId={customer.id} timeZone={customer.timeZone} />;
  // Purchases and redemptions went over into the other record; the ledger never moves.
  const tabs = customer.mergedInto ? TABS.slice(0, 1) : TABS;
  return (
    <Tabs label="Histórico do cliente" tabs={tabs} active={active} onChange={setActive}>
      {{ ledger, purchases, redemptions }[active]}
    </Tabs>
  );
}
