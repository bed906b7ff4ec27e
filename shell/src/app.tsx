import { lazy, Suspense } from 'react';
import { findArea } from './features/remotes/areas.ts';
import { Toasts } from './features/toasts/toasts.tsx';
import { PageSpinner } from './lib/page-spinner.tsx';
import { RestartBoundary } from './lib/restart-boundary.tsx';
import { fetchAhead } from './route-files.ts';
import { PublicArea } from './routes/public-area.tsx';

// A customer's page downloads neither this nor the router.
const RoutedApp = lazy(async () => ({ default: (await import('./routed-app.tsx')).RoutedApp }));

const openedAt = window.location.pathname;
const openedArea = findArea(openedAt);
const publicRemote = openedArea?.isProtected === false ? openedArea.remote : undefined;
if (!publicRemote) fetchAhead(openedAt);

/** A customer's page leads to no other of the shell's without loading it, so what was opened stays what is shown. */
export function App() {
  return (
    <RestartBoundary>
      <Suspense fallback={<PageSpinner />}>
        {publicRemote ? <PublicArea remote={publicRemote} /> : <RoutedApp />}
      </Suspense>
      <Toasts />
    </RestartBoundary>
  );
}
