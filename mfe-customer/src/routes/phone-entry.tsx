import { dashboardAddress } from 'domain/dashboard-address';
import { useEffect, useState } from 'react';
import { PhoneEntryPage } from '../features/phone-entry/phone-entry-page.tsx';
import { askedPhone } from '../lib/asked-phone.ts';
import { memoryKey, recall } from '../lib/device-memory.ts';
import { goTo } from '../lib/navigation.ts';
import { NoIndex } from '../lib/no-index.tsx';
import { DashboardRoute } from './dashboard.tsx';

/** /customer/dashboard: the balance of the phone this device remembers, else the question for one. */
export function PhoneEntryRoute({ slug }: { slug: string | undefined }) {
  // A phone that was not found can be corrected.
  const [remembered] = useState(() => (askedPhone() === '' ? recall(memoryKey(slug))?.phone : undefined));

  useEffect(() => {
    if (remembered) goTo(dashboardAddress(remembered, slug), { replace: true });
  }, [remembered, slug]);

  if (remembered) return <DashboardRoute phone={remembered} slug={slug} />;
  return (
    <>
      <NoIndex />
      <PhoneEntryPage slug={slug} />
    </>
  );
}
