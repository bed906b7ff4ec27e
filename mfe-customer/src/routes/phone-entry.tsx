import { dashboardAddress } from 'domain/dashboard-address';
import { lazy, useEffect, useState } from 'react';
import { PhoneEntryPage } from '../features/phone-entry/phone-entry-page.tsx';
import { askedPhone } from '../lib/asked-phone.ts';
import { memoryKey, newestKey, recall } from '../lib/device-memory.ts';
import { goTo } from '../lib/navigation.ts';
import { NoIndex } from '../lib/no-index.tsx';

const DashboardRoute = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'dashboard' */ './dashboard.tsx')).DashboardRoute,
}));

interface PhoneEntryRouteProps {
  kind: 'phone-entry' | 'entry';
  slug?: string | undefined;
}

/**
 * /customer/dashboard: the balance of the phone this device remembers, else the question for one. /customer
 * is the same for the merchant that this device showed last.
 */
export function PhoneEntryRoute({ kind, slug: asked }: PhoneEntryRouteProps) {
  const [newest] = useState(newestKey);
  const slug = kind === 'entry' ? newest || undefined : asked;
  // A phone that was not found can be corrected.
  const [remembered] = useState(() => (askedPhone() === '' ? recall(memoryKey(slug))?.phone : undefined));

  useEffect(() => {
    if (remembered || kind === 'entry') goTo(dashboardAddress(remembered, slug), { replace: true });
  }, [remembered, kind, slug]);

  if (remembered) return <DashboardRoute phone={remembered} slug={slug} />;
  return (
    <>
      <NoIndex />
      <PhoneEntryPage slug={slug} />
    </>
  );
}
