import { lazy, Suspense } from 'react';
import { findArea } from './features/remotes/areas.ts';
import { Toasts } from './features/toasts/toasts.tsx';
import { PageSpinner } from './lib/page-spinner.tsx';
import { RestartBoundary } from './lib/restart-boundary.tsx';
import { PublicArea } from './routes/public-area.tsx';

// A customer's page downloads neither this nor the router.
const RoutedApp = lazy(async () => ({ default: (await import('./routed-app.tsx')).RoutedApp }));

const openedArea = findArea(window.location.pathname);
const publicRemote = openedArea?.isProtected === false ? openedArea.remote : undefined;

/**
 * A customer's page leads to no other of the shell's without loading it, so what was opened stays what is
 * shown.
 */
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
